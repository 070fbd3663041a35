import { readAssets } from '@bolsillo/ledger/contract'
import { value, type valueRanges } from '@bolsillo/portfolio/contract'
import { useCall } from '@bolsillo/web-kit'
import { useEffect } from 'react'
import { movedFar } from './moved-far.ts'

// Own money is read again this often while it shows; own fills refresh it at once through the cache.
const refreshMs = 5000

/** What the line of own money can go back. */
export type MoneyRange = (typeof valueRanges)[number]

/** Own money and its line over a range, of one moment. */
export function useMoney(range: MoneyRange) {
  const assets = useCall(readAssets, {}, { everyMs: refreshMs })
  const history = useCall(value, { range }, { everyMs: refreshMs * 3, keepPrevious: true })
  const owned = assets.data?.total?.amount
  const { refetch } = history
  const isFar = movedFar(owned, history.data?.points.at(-1)?.value)
  // The total and its change must be of one moment, even in a crash. Refetches only when the total has changed.
  useEffect(() => {
    if (owned !== undefined && isFar) void refetch()
  }, [owned, isFar, refetch])
  return { assets, history }
}
