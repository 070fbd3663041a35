import { assert, type Instant, maxOf, minOf, type Price, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import { type Generated, generatedOf } from './generated.ts'

/**
 * What traded in one interval. There is no candle for an interval in which nothing traded: none is ever invented,
 * and a chart draws the next one beside it.
 */
export interface Candle {
  /** The first instant of the interval. */
  readonly start: Instant
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  /** Σ quantity of the interval's prints. */
  readonly volume: Quantity
  /** Σ price × quantity, in units of 10^-(priceScale + quantityScale) of the currency. */
  readonly turnover: bigint
  readonly trades: number
  /** Never left out: whoever makes a candle says where it is from, and a fold says it of all it holds. */
  readonly generated: Generated | undefined
}

/** One candle from candles in time order: the only way a coarser candle is ever made. Associative. */
export function foldCandles(start: Instant, candles: readonly Candle[]): Candle {
  const [first, ...rest] = candles
  assert(first !== undefined, 'there is nothing to fold')
  let { high, low, close, volume, turnover, trades, generated } = first
  for (const candle of rest) {
    high = priceOf(maxOf(high, candle.high))
    low = priceOf(minOf(low, candle.low))
    close = candle.close
    volume = quantityOf(volume + candle.volume)
    turnover += candle.turnover
    trades += candle.trades
    generated = generatedOf(generated, candle.generated)
  }
  return { start, open: first.open, high, low, close, volume, turnover, trades, generated }
}

/** Folds candles in time order into the buckets `startOf` names; buckets come out in time order. */
export function foldInto(candles: readonly Candle[], startOf: (at: Instant) => Instant): readonly Candle[] {
  const folded: Candle[] = []
  let from = 0
  while (from < candles.length) {
    const first = candles[from]
    assert(first !== undefined, 'a candle is missing')
    const start = startOf(first.start)
    let to = from + 1
    for (let next = candles[to]; next !== undefined && startOf(next.start) === start; next = candles[to]) to += 1
    folded.push(foldCandles(start, candles.slice(from, to)))
    from = to
  }
  return folded
}

/** The candle of one print, to be folded into the interval it fell in. */
export function candleOfPrint(start: Instant, price: Price, quantity: Quantity): Candle {
  return {
    start,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: quantity,
    turnover: price * quantity,
    trades: 1,
    generated: undefined,
  }
}

/** Everything that must be true of one candle; empty when it is sound. */
export function candleProblems(candle: Candle): readonly string[] {
  const problems: string[] = []
  if (candle.low > candle.open || candle.low > candle.close) problems.push('the low is above the open or the close')
  if (candle.high < candle.open || candle.high < candle.close) problems.push('the high is below the open or the close')
  if (candle.low <= 0n) problems.push('a price is not above zero')
  if (candle.volume < 0n || candle.turnover < 0n || candle.trades < 0) problems.push('a sum is below zero')
  return problems
}
