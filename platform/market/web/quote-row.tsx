import { InstrumentRow } from '@bolsillo/ui'
import type { Quote } from '../contract/index.ts'
import { useQuote } from './use-quote.ts'

export interface QuoteRowProps {
  readonly row: {
    readonly symbol: string
    readonly ticker: string
    readonly priceDecimals: number
    readonly quote?: Quote | undefined
    readonly spark: readonly string[]
    readonly generated?: { readonly spark: ReadonlyArray<readonly [number, number]> } | undefined
  }
  readonly name: string
  readonly href: string
  readonly className?: string
}

/** Whether the change of a quote is from a price nobody traded at, or to one. */
export function isChangeGenerated(quote: Quote | undefined): boolean {
  return quote?.generated?.change === true
}

/**
 * The line of a row from the price the change beside it counts from to the price beside it: rows are asked for now and
 * then, quotes are live, and a line that ends elsewhere may fall beside a change that rises.
 */
export function lineOf(spark: readonly string[], quote: Quote | undefined): readonly string[] {
  return quote === undefined ? spark : [quote.changeFrom, ...spark.slice(1, -1), quote.last]
}

/** The name of an instrument in a list over several markets; of a share from abroad with the currency it trades in. */
export function listName(row: { readonly name: string; readonly currency: string; readonly kind: string }): string {
  return row.currency === 'MXN' || row.kind !== 'stock' ? row.name : `${row.name} · ${row.currency}`
}

/** An instrument in a list, with its live price. */
export function QuoteRow({ row, name, href, className }: QuoteRowProps) {
  const quote = useQuote(row.symbol, row.quote)
  return (
    <InstrumentRow
      href={href}
      ticker={row.ticker}
      name={name}
      last={quote?.last}
      decimals={row.priceDecimals}
      changePercent={quote?.changePercent}
      spark={lineOf(row.spark, quote)}
      generated={{ spark: row.generated?.spark ?? [], change: isChangeGenerated(quote) }}
      stale={quote?.stale ?? true}
      {...(quote === undefined ? {} : { at: quote.at })}
      {...(className === undefined ? {} : { className })}
    />
  )
}
