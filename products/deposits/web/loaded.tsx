import { ErrorState } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../messages/es-ES.ts'

/** The skeleton while an answer is on its way, what went wrong with a way to ask again, or the content. */
export function Loaded<Data>(props: {
  readonly of: {
    readonly data: Data | undefined
    readonly error: Refusal | null
    readonly refetch: () => unknown
  }
  readonly skeleton: ReactNode
  readonly children: (data: Data) => ReactNode
}) {
  const t = useWords<Messages>('deposits')
  const { data, error, refetch } = props.of
  if (data !== undefined) return props.children(data)
  if (error === null) return props.skeleton
  const text = error.outcome === 'rejected' && error.message !== '' ? error.message : t('common.failedText')
  return <ErrorState title={t('common.failed')} text={text} onRetry={() => void refetch()} />
}

/** What a form says when it was refused, or when nobody knows. */
export function useRefusalText(): (error: Refusal | null) => string | undefined {
  const t = useWords<Messages>('deposits')
  return (error) => {
    if (error === null) return undefined
    return error.outcome === 'rejected' ? error.message : t('common.unknown')
  }
}
