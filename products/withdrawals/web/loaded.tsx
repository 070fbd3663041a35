import { ErrorState, SkeletonCard } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../messages/es-ES.ts'

interface Asked<Data> {
  readonly data: Data | undefined
  readonly error: Refusal | null
  readonly refetch: () => unknown
}

/** The skeleton while an answer is on its way, what went wrong with a way to ask again, or the content. */
export function Loaded<Data>(props: {
  readonly of: Asked<Data>
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}) {
  const t = useWords<Messages>('withdrawals')
  const { data, error, refetch } = props.of
  if (data !== undefined) return props.children(data)
  if (error === null) return props.skeleton ?? <SkeletonCard lines={4} />
  const text = error.outcome === 'rejected' && error.message !== '' ? error.message : undefined
  return (
    <ErrorState title={t('common.failed')} onRetry={() => void refetch()} {...(text === undefined ? {} : { text })} />
  )
}
