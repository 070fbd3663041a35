import { quoteChannel } from '@bolsillo/market/contract'
import type { InstrumentRow as Row } from '@bolsillo/stocks/contract'
import { InstrumentRow } from '@bolsillo/ui'
import { href, useLive } from '@bolsillo/web-kit'

/** Where an instrument's row leads. */
export function instrumentHref(symbol: string): string {
  return href('/pages/stock/stockKline', { symbol })
}

/** An instrument's latest quote: the stream's once it speaks, the list's until then. */
export function useQuote(row: Row): Row['quote'] {
  const live = useLive(quoteChannel, row.symbol)
  return live.data ?? row.quote
}

/** A row of a list whose price moves by itself. */
export function LiveRow({ row }: { readonly row: Row }) {
  const quote = useQuote(row)
  return (
    <InstrumentRow
      href={instrumentHref(row.symbol)}
      ticker={row.ticker}
      name={row.currency === 'MXN' || row.kind !== 'stock' ? row.name : `${row.name} · ${row.currency}`}
      last={quote?.last}
      decimals={row.priceDecimals}
      changePercent={quote?.changePercent}
      spark={row.spark}
      stale={quote?.stale ?? false}
      {...(quote === undefined ? {} : { at: quote.at })}
    />
  )
}
