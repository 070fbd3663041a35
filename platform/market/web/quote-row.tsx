import { InstrumentRow } from '@bolsillo/ui'
import type { Quote } from '../contract.ts'
import { useQuote } from './use-quote.ts'

export interface QuoteRowProps {
  readonly row: {
    readonly symbol: string
    readonly ticker: string
    readonly priceDecimals: number
    readonly quote?: Quote | undefined
    readonly spark: readonly string[]
  }
  readonly name: string
  readonly href: string
  readonly className?: string
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
      stale={quote?.stale ?? true}
      {...(quote === undefined ? {} : { at: quote.at })}
      {...(className === undefined ? {} : { className })}
    />
  )
}
