import type { ReactNode } from 'react'
import { useUi } from '../ui-context.tsx'
import { ErrorState, SkeletonCard } from './states.tsx'

/** What was asked for, as the hooks of kit/web give it: an answer, a refusal, or neither yet. */
interface Asked<Data> {
  readonly data: Data | undefined
  readonly error: { readonly outcome: 'rejected' | 'unknown'; readonly message: string } | null
  readonly refetch: () => unknown
}

/**
 * One of three: the skeleton while an answer is on its way, what went wrong with a way to ask again, or the content.
 * An answer that was there stays while a newer one cannot be had.
 */
export function Loaded<Data>(props: {
  readonly of: Asked<Data>
  readonly skeleton?: ReactNode
  /** Wraps the error when the content is a whole page, with its bar and back button. */
  readonly frame?: (failure: ReactNode) => ReactNode
  readonly children: (data: Data) => ReactNode
}) {
  const { words } = useUi()
  const { data, error, refetch } = props.of
  if (data !== undefined) return props.children(data)
  if (error === null) return props.skeleton ?? <SkeletonCard lines={4} />
  const text = error.outcome === 'rejected' && error.message !== '' ? error.message : undefined
  const failure = (
    <ErrorState title={words.failed} onRetry={() => void refetch()} {...(text === undefined ? {} : { text })} />
  )
  return props.frame?.(failure) ?? failure
}
