import type { ReactNode } from 'react'
import { useUi } from '../ui-context.tsx'
import { ErrorState, SkeletonCard } from './states.tsx'

/** The state of a request, as the hooks of kit/web return it: an answer, a rejection, or neither yet. */
interface Asked<Data> {
  readonly data: Data | undefined
  readonly error: { readonly outcome: 'rejected' | 'unknown'; readonly message: string } | null
  readonly refetch: () => unknown
}

/**
 * Shows the skeleton while loading, the error with a retry, or the content. An older answer stays while a newer one
 * fails.
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
