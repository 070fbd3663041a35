import { QuoteRow } from '@bolsillo/market/web'
import type { InstrumentRow as Row } from '@bolsillo/stocks/contract'
import { href } from '@bolsillo/web-kit'

/** Where an instrument's row leads. */
export function instrumentHref(symbol: string): string {
  return href('/pages/stock/stockKline', { symbol })
}

/** The name of a row; of a share from abroad with the currency it trades in. */
export function nameOf({ name, currency, kind }: Pick<Row, 'name' | 'currency' | 'kind'>): string {
  return currency === 'MXN' || kind !== 'stock' ? name : `${name} · ${currency}`
}

/** A row of a list whose price moves by itself. */
export function LiveRow({ row }: { readonly row: Row }) {
  return <QuoteRow row={row} name={nameOf(row)} href={instrumentHref(row.symbol)} />
}
