import { ChangeSpan } from '@bolsillo/market/web'
import { useCall } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { coinTickers } from '../contract/index.ts'
import { chartOf } from './addresses.ts'
import { CoinRow } from './coin-row.tsx'

interface FoundCoins {
  readonly rows: ReadonlyArray<{ readonly symbol: string; readonly href: string; readonly row: ReactNode }>
  /** Above the rows: what their changes count from. */
  readonly head: ReactNode
  readonly isPending: boolean
}

/** The coins and contracts that answer a keyword, best first; none for an empty one. */
export function useFoundCoins(keyword: string): FoundCoins {
  const isAsked = keyword !== ''
  const found = useCall(coinTickers, { keyword, limit: '30' }, { enabled: isAsked, keepPrevious: true })
  const rows = isAsked ? (found.data?.rows ?? []) : []
  return {
    head: <ChangeSpan of="day24" rows={rows} />,
    // What shows until the answer comes was found for another word.
    isPending: isAsked && (found.isPending || found.isPlaceholderData),
    rows: rows.map((row) => ({ symbol: row.symbol, href: chartOf(row.symbol), row: <CoinRow row={row} /> })),
  }
}
