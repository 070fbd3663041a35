import { QuoteRow } from '@bolsillo/market/web'
import type { InstrumentRow } from '../contract/index.ts'
import { chartOf } from './addresses.ts'

interface StockRowProps {
  readonly row: InstrumentRow
  /** Another place than the chart. */
  readonly href?: string
  readonly className?: string
}

/** A share in a list, with its live price; from abroad, with the currency it trades in. */
export function StockRow({ row, href, className }: StockRowProps) {
  const abroad = row.stockCountry === 'US' && row.kind === 'stock'
  return (
    <QuoteRow
      row={row}
      name={abroad ? `${row.name} · ${row.currency}` : row.name}
      href={href ?? chartOf(row.symbol)}
      {...(className === undefined ? {} : { className })}
    />
  )
}
