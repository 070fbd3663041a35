import { divide, type Instant, rescale } from '@bolsillo/kernel'
import { type Instrument, priceDecimals } from './instrument.ts'
import type { MarketState } from './market-data.ts'
import type { ListFigures } from './market-lists.ts'
import { writeBook, writePrice, writeQuote } from './wire.ts'

// What every product shows of an instrument, from the market in memory.

/** How far `now` is from `before`, in hundredths of a percent (basis points), half to even; 0 when `before` is 0. */
export function changeBps(now: bigint, before: bigint): bigint {
  return before === 0n ? 0n : divide((now - before) * 10_000n, before < 0n ? -before : before, 'half-even')
}

/** The quote of an instrument with its day and its change; undefined before the market has said anything of it. */
export function quoteNow(instrument: Instrument, market: MarketState, now: Instant) {
  const { id } = instrument
  const [quote, day, changeFrom] = [market.quote(id), market.day(id), market.changeFrom(id)]
  if (quote === undefined || day === undefined || changeFrom === undefined) return undefined
  const [session, stale] = [market.stateAt(id, now), market.isStale(id, now)]
  return writeQuote(instrument, { quote, day, session, stale, changeFrom, recordedSince: market.recordedSince() })
}

/** An instrument as lists show it (`marketRowShape`). */
export function marketRow(instrument: Instrument, market: MarketState, now: Instant) {
  const quote = quoteNow(instrument, market, now)
  const { closes, generated } = market.spark(instrument.id)
  const recordedSince = market.recordedSince()
  const last = market.quote(instrument.id)?.last ?? instrument.referencePrice
  return {
    symbol: instrument.id,
    ticker: instrument.ticker,
    name: instrument.name,
    kind: instrument.kind,
    sector: instrument.sector,
    currency: instrument.currency,
    priceDecimals: priceDecimals(instrument, last),
    ...(quote === undefined ? {} : { quote }),
    spark: closes.map((price) => writePrice(price, instrument)),
    ...(recordedSince === undefined || generated.length === 0
      ? {}
      : { generated: { recordedSince, spark: generated.map(([first, last]): [number, number] => [first, last]) } }),
  }
}

/** The figures by which lists are sorted; turnover in the smallest unit of the currency. */
export function figuresOf(
  instrument: Instrument,
  market: MarketState,
): ListFigures & { readonly instrument: Instrument } {
  const [day, changeFrom] = [market.day(instrument.id), market.changeFrom(instrument.id)]
  const { priceScale, quantityScale, quote } = instrument.scale
  return {
    instrument,
    id: instrument.id,
    name: instrument.name,
    sector: instrument.sector,
    liquidity: instrument.liquidity,
    turnover: day === undefined ? 0n : rescale(day.turnover, priceScale + quantityScale, quote.scale, 'half-even'),
    isChangeGenerated: changeFrom?.isGenerated === true || day?.generated === 'whole',
    changeBps: day === undefined || changeFrom === undefined ? undefined : changeBps(day.last, changeFrom.price),
  }
}

const centsScale = 2
/** Where a currency's price in dollars is read; a tether counts as a dollar. For ranking only. */
const dollarsOf: Partial<Record<Instrument['currency'], { readonly symbol: string; readonly inverse: boolean }>> = {
  MXN: { symbol: 'USD/MXN', inverse: true },
  ETH: { symbol: 'ETH-USD', inverse: false },
}

/** Turnover as the market counts it in cents of a dollar, so that lists over several currencies have an order; without a rate none. */
export function inDollars({ currency, scale }: Instrument, turnover: bigint, market: MarketState): bigint {
  const cents = rescale(turnover, scale.priceScale + scale.quantityScale, centsScale, 'half-even')
  const rate = dollarsOf[currency]
  if (rate === undefined) return cents
  const last = market.quote(rate.symbol)?.last
  if (last === undefined) return 0n
  const unit = 10n ** BigInt(rate.inverse ? 4 : 2)
  return rate.inverse ? (cents * unit) / last : (cents * last) / unit
}

/** A book; empty, from nowhere and stale before the market has said anything. */
export function bookNow(instrument: Instrument, market: MarketState, depth: number, now: Instant) {
  const book = market.book(instrument.id, depth)
  const stale = market.isStale(instrument.id, now)
  const nothing = { bids: [], asks: [], source: 'none', sequence: 0, at: now }
  return writeBook(book ?? nothing, instrument, book === undefined || stale)
}
