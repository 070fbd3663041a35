import type { Call } from '@bolsillo/contract'
import { useAction, useCall, useSession } from '@bolsillo/web-kit'
import {
  changeWatchlist,
  firstList,
  type followCall,
  listWatchlists,
  readWatchlist,
  type unfollowCall,
} from '../contract/index.ts'
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
  const refreshes = [...calls.refreshes, listWatchlists, readWatchlist]
  const adding = useAction(calls.follow, { refreshes })
  const removing = useAction(calls.unfollow, { refreshes })
  return { followed, onToggle: (on, onError) => (on ? adding : removing).mutate({ symbol }, { onError }) }
}

/** The star of an instrument whose product has no calls of its own for it: by the watchlists'. Undefined until it is known. */
export function useListed(symbol: string): Pick<FollowStarProps, 'followed' | 'onToggle'> | undefined {
  const { token } = useSession()
  const found = useCall(listWatchlists, { symbol }, { enabled: token !== '' })
  const changing = useAction(changeWatchlist, { refreshes: [listWatchlists, readWatchlist] })
  const onToggle: FollowStarProps['onToggle'] = (listed, onError) =>
    changing.mutate({ listId: firstList, symbol, listed }, { onError })
  if (token === '') return { followed: false, onToggle }
  const first = found.data?.rows.find(({ listId }) => listId === firstList)
  return first && { followed: first.has, onToggle }
}
