import type { ReplyOf } from '@bolsillo/contract'
import { changeSince, isChangeGenerated, useQuote } from '@bolsillo/market/web'
import { InstrumentRow } from '@bolsillo/ui'
import type { coinTickers } from '../contract/index.ts'
import { chartOf } from './addresses.ts'

export type Coin = ReplyOf<typeof coinTickers>['rows'][number]

interface CoinRowProps {
  readonly row: Coin
  /** Another place than the chart. */
  readonly href?: string
}

/** A coin in a list: its live price, and its change in the last 24 hours. */
export function CoinRow({ row, href }: CoinRowProps) {
  const quote = useQuote(row.symbol, row.quote)
  const { day24 } = row
  const since = day24 === undefined || quote === undefined ? undefined : changeSince(quote.last, day24.open)
  return (
    <InstrumentRow
      href={href ?? chartOf(row.symbol)}
      ticker={row.currency === 'USDT' ? row.base : `${row.base} / ${row.currency}`}
      name={row.name}
      last={quote?.last}
      decimals={row.priceDecimals}
      changePercent={since?.percent ?? day24?.changePercent ?? quote?.changePercent}
      spark={row.spark}
      generated={{
        spark: row.generated?.spark ?? [],
        change: day24 === undefined ? isChangeGenerated(quote) : day24.generated !== undefined,
      }}
      stale={quote?.stale ?? true}
      {...(quote === undefined ? {} : { at: quote.at })}
    />
  )
}
