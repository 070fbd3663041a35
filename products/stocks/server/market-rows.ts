import type { ReplyOf } from '@bolsillo/contract'
import {
  type Asset,
  type Instant,
  type Money,
  money,
  type Price,
  type Quantity,
  rescale,
  writeDecimal,
} from '@bolsillo/kernel'
import {
  type Candle,
  type Country,
  type Instrument,
  instrumentOf,
  instruments,
  isTradable,
  type MarketState,
  priceDecimals,
  type Trade,
} from '@bolsillo/market/domain'
import {
  type books,
  type candles,
  type InstrumentRow,
  type Quote,
  type StockCountry,
  stockCountries,
} from '../contract.ts'
import { changeBps, type ListFigures, writePercent } from '../domain/index.ts'

/** The market of the specification's country: `IN` reads as inland. */
export function countryOf(stockCountry: StockCountry): Country {
  return stockCountry === 'IN' ? 'MX' : 'US'
}

/** The specification's name of an instrument's market. */
export function stockCountryOf(instrument: Instrument): StockCountry | 'XX' {
  return stockCountries.find((one) => countryOf(one) === instrument.country) ?? 'XX'
}

/** The shares of a market that are listed. */
export function sharesOf(stockCountry: StockCountry): readonly Instrument[] {
  return instruments.filter((one) => one.country === countryOf(stockCountry) && isTradable(one))
}

export const writePrice = (price: Price | bigint, { scale }: Instrument): string =>
  writeDecimal(price, scale.priceScale)
export const writeQuantity = (quantity: Quantity | bigint, { scale }: Instrument): string =>
  writeDecimal(quantity, scale.quantityScale)

/** Turnover, kept exactly by the market, as money of the instrument's currency. */
export function turnoverOf(instrument: Instrument, turnover: bigint): Money {
  const { priceScale, quantityScale, quote } = instrument.scale
  return money(rescale(turnover, priceScale + quantityScale, quote.scale, 'half-even'), quote)
}

/** The quote of an instrument with its day; undefined before the market has said anything of it. */
export function writeQuote(instrument: Instrument, market: MarketState, now: Instant): Quote | undefined {
  const [quote, day] = [market.quote(instrument.id), market.day(instrument.id)]
  if (quote === undefined || day === undefined) return undefined
  const price = (value: Price | bigint): string => writePrice(value, instrument)
  const side = (name: 'bid' | 'ask', value: Price | undefined, size: Quantity | undefined) =>
    value === undefined
      ? {}
      : { [name]: price(value), ...(size === undefined ? {} : { [`${name}Size`]: writeQuantity(size, instrument) }) }
  return {
    symbol: instrument.id,
    last: price(quote.last),
    previousClose: price(day.previousClose),
    change: price(quote.last - day.previousClose),
    changePercent: writePercent(changeBps(quote.last, day.previousClose)),
    open: price(day.open),
    high: price(day.high),
    low: price(day.low),
    volume: writeQuantity(day.volume, instrument),
    turnover: writeDecimal(turnoverOf(instrument, day.turnover).minor, instrument.scale.quote.scale),
    ...side('bid', quote.bid, quote.bidSize),
    ...side('ask', quote.ask, quote.askSize),
    session: market.stateAt(instrument.id, now),
    source: quote.source,
    sequence: quote.sequence,
    at: quote.at,
    stale: market.isStale(instrument.id, now),
  }
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
    monogram: instrument.monogram,
    ...(quote === undefined ? {} : { quote }),
    spark: market.spark(instrument.id).map((price) => writePrice(price, instrument)),
  }
}

/** The figures by which lists are sorted. */
export function figuresOf(
  instrument: Instrument,
  market: MarketState,
): ListFigures & { readonly instrument: Instrument } {
  const [quote, day] = [market.quote(instrument.id), market.day(instrument.id)]
  return {
    instrument,
    id: instrument.id,
    name: instrument.name,
    sector: instrument.sector,
    turnover: day === undefined ? 0n : turnoverOf(instrument, day.turnover).minor,
    changeBps: quote === undefined || day === undefined ? undefined : changeBps(quote.last, day.previousClose),
  }
}

export function writeCandle(candle: Candle, instrument: Instrument): ReplyOf<typeof candles>['candles'][number] {
  return {
    start: candle.start,
    open: writePrice(candle.open, instrument),
    high: writePrice(candle.high, instrument),
    low: writePrice(candle.low, instrument),
    close: writePrice(candle.close, instrument),
    volume: writeQuantity(candle.volume, instrument),
    trades: candle.trades,
  }
}

export function writePrint(trade: Trade, instrument: Instrument) {
  return {
    sequence: trade.sequence,
    at: trade.at,
    price: writePrice(trade.price, instrument),
    quantity: writeQuantity(trade.quantity, instrument),
    ...(trade.side === undefined ? {} : { side: trade.side }),
    source: trade.source,
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
  const levels = (side: 'bids' | 'asks') =>
    (book?.[side] ?? []).map(({ price, quantity }) => ({
      price: writePrice(price, instrument),
      quantity: writeQuantity(quantity, instrument),
    }))
  return {
    symbol: instrument.id,
    bids: levels('bids'),
    asks: levels('asks'),
    source: book?.source ?? 'none',
    sequence: book?.sequence ?? 0,
    at: book?.at ?? now,
    stale: book === undefined || market.isStale(instrument.id, now),
  }
}

/** The instrument of the asset code of a share (`STK:WALMEX.MX`). */
export function instrumentOfAsset(asset: Asset['code']): Instrument | undefined {
  return asset.startsWith('STK:') ? instrumentOf(asset.slice('STK:'.length)) : undefined
}
