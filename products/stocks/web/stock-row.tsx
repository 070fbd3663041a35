import { InstrumentRow as Row } from '@bolsillo/ui'
import type { InstrumentRow } from '../contract.ts'
import { chartOf } from './addresses.ts'
import { useQuote } from './use-quote.ts'

export interface StockRowProps {
  readonly row: InstrumentRow
  /** Another place than the chart. */
  readonly href?: string
  readonly className?: string
}

/** An instrument in a list, with its live price. */
export function StockRow({ row, href, className }: StockRowProps) {
  const quote = useQuote(row.symbol, row.quote)
  const abroad = row.stockCountry === 'US' && row.kind === 'stock'
  return (
    <Row
      href={href ?? chartOf(row.symbol)}
      ticker={row.ticker}
      name={abroad ? `${row.name} · ${row.currency}` : row.name}
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
