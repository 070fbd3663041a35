import type { Call } from '@bolsillo/contract'
import { useAction } from '@bolsillo/web-kit'
import type { followCall, unfollowCall } from '../contract/index.ts'
import type { FollowStarProps } from './follow-star.tsx'

/** The star of an instrument, by its product's calls. */
export function useFollowing(
  calls: {
    readonly follow: ReturnType<typeof followCall>
    readonly unfollow: ReturnType<typeof unfollowCall>
    readonly refreshes: readonly Call[]
  },
  { symbol, followed }: { readonly symbol: string; readonly followed: boolean },
): Pick<FollowStarProps, 'followed' | 'onToggle'> {
  const { refreshes } = calls
  const adding = useAction(calls.follow, { refreshes })
  const removing = useAction(calls.unfollow, { refreshes })
  return { followed, onToggle: (on, onError) => (on ? adding : removing).mutate({ symbol }, { onError }) }
}
