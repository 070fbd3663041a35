import type { ReplyOf } from '@bolsillo/contract'
import { isChangeGenerated, lineOf, useQuote } from '@bolsillo/market/web'
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
  return (
    <InstrumentRow
      href={href ?? chartOf(row.symbol)}
      ticker={tickerOf(row)}
      name={row.name}
      last={quote?.last}
      decimals={row.priceDecimals}
      changePercent={quote?.changePercent}
      spark={lineOf(row.spark, quote)}
      generated={{ spark: row.generated?.spark ?? [], change: isChangeGenerated(quote) }}
      stale={quote?.stale ?? true}
      {...(quote === undefined ? {} : { at: quote.at })}
    />
  )
}

/** `BTC` of a coin against USDT, `BTC / MXN` against other money, `BTC-PERP` of the contract on it. */
function tickerOf({ product, base, currency }: Coin): string {
  if (product === 'contract') return `${base}-PERP`
  return currency === 'USDT' ? base : `${base} / ${currency}`
}
