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
  return quote?.generated?.previousClose === true || quote?.generated?.day === 'whole'
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
      spark={row.spark}
      generated={{ spark: row.generated?.spark ?? [], change: isChangeGenerated(quote) }}
      stale={quote?.stale ?? true}
      {...(quote === undefined ? {} : { at: quote.at })}
      {...(className === undefined ? {} : { className })}
    />
  )
}
