import { QuoteRow } from '@bolsillo/market/web'
import type { InstrumentRow as Row } from '@bolsillo/stocks/contract'
import { href } from '@bolsillo/web-kit'

/** Where an instrument's row leads. */
export function instrumentHref(symbol: string): string {
  return href('/pages/stock/stockKline', { symbol })
}

/** A row of a list whose price moves by itself. */
export function LiveRow({ row }: { readonly row: Row }) {
  const name = row.currency === 'MXN' || row.kind !== 'stock' ? row.name : `${row.name} · ${row.currency}`
  return <QuoteRow row={row} name={name} href={instrumentHref(row.symbol)} />
}
