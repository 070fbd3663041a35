import { listName, QuoteRow } from '@bolsillo/market/web'
import type { InstrumentRow as Row } from '@bolsillo/stocks/contract'
import { href } from '@bolsillo/web-kit'

/** Where an instrument's row leads. */
export function instrumentHref(symbol: string): string {
  return href('/pages/stock/stockKline', { symbol })
}

/** A row of a list whose price moves by itself. */
export function LiveRow({ row }: { readonly row: Row }) {
  return <QuoteRow row={row} name={listName(row)} href={instrumentHref(row.symbol)} />
}
