import { divide, type Instant, type Price, powerOfTen, type Quantity, rescale, writeDecimal } from '@bolsillo/kernel'
import type { Candle } from './candle.ts'
import type { Generated } from './generated.ts'
import { changeSpanOf, type Instrument, priceDecimals } from './instrument.ts'
import type { Book, ChangeFrom, DayStatistics, Quote, SessionState, Side, Trade } from './market-data.ts'

// Integers as the wire writes them. A price is written with the decimals of its tick, never fewer than it needs.

/** A price as decimal text: `"61.90"`; recorded prices finer than the tick keep all their digits. */
export function writePrice(price: Price, instrument: Instrument): string {
  const { priceScale } = instrument.scale
  const shown = priceDecimals(instrument, price)
  const dropped = powerOfTen(priceScale - shown)
  if (price % dropped !== 0n) return writeDecimal(price, priceScale)
  return writeDecimal(price / dropped, shown)
}

/** A quantity as decimal text without useless zeros: `"10"`, `"0.25"`. */
export function writeQuantity(quantity: Quantity, instrument: Instrument): string {
  const text = writeDecimal(quantity, instrument.scale.quantityScale)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Turnover as money text, rounded half to even to the currency's smallest unit: a figure to read, never to book. */
export function writeTurnover(turnover: bigint, instrument: Instrument): string {
  const { priceScale, quantityScale, quote } = instrument.scale
  return writeDecimal(rescale(turnover, priceScale + quantityScale, quote.scale, 'half-even'), quote.scale)
}

/** (value − base) ⁄ base in percent with two decimals, half to even; `"0.00"` on a base of 0. */
export function writePercent(value: bigint, base: bigint): string {
  return writeDecimal(base === 0n ? 0n : divide((value - base) * 10_000n, base, 'half-even'), 2)
}

/** A candle as the wire has it. */
export function writeCandle(candle: Candle, instrument: Instrument) {
  return {
    start: candle.start,
    open: writePrice(candle.open, instrument),
    high: writePrice(candle.high, instrument),
    low: writePrice(candle.low, instrument),
    close: writePrice(candle.close, instrument),
    volume: writeQuantity(candle.volume, instrument),
    trades: candle.trades,
    ...(candle.generated === undefined ? {} : { generated: candle.generated }),
  }
}

/** A print as the wire has it. */
export function writeTrade(trade: Trade, instrument: Instrument) {
  const side: { side?: Side } = trade.side === undefined ? {} : { side: trade.side }
  return {
    sequence: trade.sequence,
    at: trade.at,
    price: writePrice(trade.price, instrument),
    quantity: writeQuantity(trade.quantity, instrument),
    source: trade.source,
    ...side,
  }
}

/** A book as the wire has it. */
export function writeBook(book: Book, instrument: Instrument, stale: boolean) {
  const level = ({ price, quantity }: Book['bids'][number]) => ({
    price: writePrice(price, instrument),
    quantity: writeQuantity(quantity, instrument),
  })
  return {
    symbol: instrument.id,
    bids: book.bids.map(level),
    asks: book.asks.map(level),
    source: book.source,
    sequence: book.sequence,
    at: book.at,
    stale,
  }
}

/** A quote with its day as the wire has it. */
export function writeQuote(
  instrument: Instrument,
  facts: {
    readonly quote: Quote
    readonly day: DayStatistics
    readonly session: SessionState
    readonly stale: boolean
    readonly recordedSince: Instant | undefined
    readonly changeFrom: ChangeFrom
  },
) {
  const { quote, day, session, stale, recordedSince, changeFrom } = facts
  const change = day.last - changeFrom.price
  return {
    symbol: instrument.id,
    last: writePrice(day.last, instrument),
    previousClose: writePrice(day.previousClose, instrument),
    change: writeSigned(change, instrument, day.last),
    changePercent: writePercent(day.last, changeFrom.price),
    changeFrom: writePrice(changeFrom.price, instrument),
    span: changeSpanOf(instrument),
    open: writePrice(day.open, instrument),
    high: writePrice(day.high, instrument),
    low: writePrice(day.low, instrument),
    volume: writeQuantity(day.volume, instrument),
    turnover: writeTurnover(day.turnover, instrument),
    ...(quote.bid === undefined ? {} : { bid: writePrice(quote.bid, instrument) }),
    ...(quote.bidSize === undefined ? {} : { bidSize: writeQuantity(quote.bidSize, instrument) }),
    ...(quote.ask === undefined ? {} : { ask: writePrice(quote.ask, instrument) }),
    ...(quote.askSize === undefined ? {} : { askSize: writeQuantity(quote.askSize, instrument) }),
    session,
    ...writeGeneratedDay(day, changeFrom, recordedSince),
    source: quote.source,
    sequence: quote.sequence,
    at: quote.at,
    stale,
  }
}

/** What of a day and its change was generated; nothing at all where everything was recorded. */
function writeGeneratedDay(
  { generated, isPreviousCloseGenerated }: DayStatistics,
  changeFrom: ChangeFrom,
  recordedSince: Instant | undefined,
): { generated?: { recordedSince: Instant; day?: Generated; previousClose?: boolean; change?: boolean } } {
  // While nothing traded today, the last price too is one nobody traded at.
  const isChange = changeFrom.isGenerated || generated === 'whole'
  if (recordedSince === undefined || (generated === undefined && !isPreviousCloseGenerated && !isChange)) return {}
  return {
    generated: {
      recordedSince,
      ...(generated === undefined ? {} : { day: generated }),
      ...(isPreviousCloseGenerated ? { previousClose: true } : {}),
      ...(isChange ? { change: true } : {}),
    },
  }
}

/** Figures that were generated in part or as a whole, as the wire says it; nothing where all of them were recorded. */
export function writeGenerated(
  share: Generated | undefined,
  recordedSince: Instant | undefined,
): { generated?: { recordedSince: Instant; share: Generated } } {
  return share === undefined || recordedSince === undefined ? {} : { generated: { recordedSince, share } }
}

/** A difference of prices, with the decimals the price itself is written with where they suffice. */
function writeSigned(change: bigint, instrument: Instrument, near: Price): string {
  const { priceScale } = instrument.scale
  const shown = priceDecimals(instrument, near)
  const dropped = powerOfTen(priceScale - shown)
  return change % dropped === 0n ? writeDecimal(change / dropped, shown) : writeDecimal(change, priceScale)
}
