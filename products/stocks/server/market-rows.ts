import type { ReplyOf } from '@bolsillo/contract'
import { type Instant, rescale } from '@bolsillo/kernel'
import {
  type Country,
  type Instrument,
  instruments,
  isTradable,
  type MarketState,
  priceDecimals,
  writeBook as writeMarketBook,
  writeQuote as writeMarketQuote,
  writePrice,
} from '@bolsillo/market/domain'
import { type books, type InstrumentRow, type Quote, type StockCountry, stockCountries } from '../contract.ts'
import { changeBps, type ListFigures } from '../domain/index.ts'

/** The market of the specification's country: `IN` reads as inland. */
export function countryOf(stockCountry: StockCountry): Country {
  return stockCountry === 'IN' ? 'MX' : 'US'
}

/** The specification's name of an instrument's market. */
export function stockCountryOf({ country }: Pick<Instrument, 'country'>): StockCountry | 'XX' {
  return stockCountries.find((one) => countryOf(one) === country) ?? 'XX'
}

/** The shares of a market that are listed. */
export function sharesOf(stockCountry: StockCountry): readonly Instrument[] {
  return instruments.filter((one) => one.country === countryOf(stockCountry) && isTradable(one))
}

/** The quote of an instrument with its day; undefined before the market has said anything of it. */
export function writeQuote(instrument: Instrument, market: MarketState, now: Instant): Quote | undefined {
  const [quote, day] = [market.quote(instrument.id), market.day(instrument.id)]
  if (quote === undefined || day === undefined) return undefined
  const [session, stale] = [market.stateAt(instrument.id, now), market.isStale(instrument.id, now)]
  return writeMarketQuote(instrument, { quote, day, session, stale })
}

/** An instrument as lists show it. */
export function writeRow(instrument: Instrument, market: MarketState, now: Instant): InstrumentRow {
  const quote = writeQuote(instrument, market, now)
  const last = market.quote(instrument.id)?.last ?? instrument.referencePrice
  return {
    symbol: instrument.id,
    ticker: instrument.ticker,
    name: instrument.name,
    kind: instrument.kind,
    stockCountry: stockCountryOf(instrument),
    sector: instrument.sector,
    currency: instrument.currency,
    priceDecimals: priceDecimals(instrument, last),
    ...(quote === undefined ? {} : { quote }),
    spark: market.spark(instrument.id).map((price) => writePrice(price, instrument)),
  }
}

/** The figures by which lists are sorted; turnover in the smallest unit of the currency. */
export function figuresOf(
  instrument: Instrument,
  market: MarketState,
): ListFigures & { readonly instrument: Instrument } {
  const day = market.day(instrument.id)
  const { priceScale, quantityScale, quote } = instrument.scale
  return {
    instrument,
    id: instrument.id,
    name: instrument.name,
    sector: instrument.sector,
    liquidity: instrument.liquidity,
    turnover: day === undefined ? 0n : rescale(day.turnover, priceScale + quantityScale, quote.scale, 'half-even'),
    changeBps: day === undefined ? undefined : changeBps(day.last, day.previousClose),
  }
}

/** A book; empty, from nowhere and stale before the market has said anything. */
export function writeBook(
  instrument: Instrument,
  market: MarketState,
  depth: number,
  now: Instant,
): ReplyOf<typeof books> {
  const book = market.book(instrument.id, depth)
  const stale = market.isStale(instrument.id, now)
  return writeMarketBook(
    book ?? { bids: [], asks: [], source: 'none', sequence: 0, at: now },
    instrument,
    book === undefined || stale,
  )
}
