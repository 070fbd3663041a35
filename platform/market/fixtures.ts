import { type Clock, type Instant, instant, priceOf, quantityOf } from '@bolsillo/kernel'
import {
  bucketStart,
  type CalendarId,
  type Candle,
  foldInto,
  type HistorySource,
  instrumentOf,
  type MarketState,
  type Trade,
  tradeDateOf,
} from './domain/index.ts'

/** Ten o'clock in Mexico City on Monday 2 March 2026: both exchanges are open. */
export const mondayTen = instant(Date.UTC(2026, 2, 2, 16))

/** A print of ours, with what a test does not care about filled in. */
export function printAt(at: Instant, price: bigint, quantity: bigint, sequence: number): Trade {
  return { at, price: priceOf(price), quantity: quantityOf(quantity), sequence, side: 'buy', source: 'simulated' }
}

/** A minute in which one share traded at one price. */
export function flatMinute(start: Instant, price: bigint, quantity = 1n): Candle {
  const units = priceOf(price)
  return {
    start,
    open: units,
    high: units,
    low: units,
    close: units,
    volume: quantityOf(quantity),
    turnover: price * quantity,
    trades: 1,
    generated: undefined,
  }
}

/**
 * Somebody else's book and print, put before everybody with ever higher sequences: a best bid, a best ask and a last
 * price, in the instrument's units. The last price is the bid's unless one is given.
 */
export function quoteByHand(
  market: Pick<MarketState, 'onBook' | 'onTrades' | 'lastSequence'>,
  clock: Clock,
): (symbol: string, bid: bigint, ask: bigint, last?: bigint) => void {
  return (symbol, bid, ask, last = bid) => {
    const sequence = market.lastSequence(symbol) + 2
    const at = clock.now()
    const size = quantityOf(1_000_000n)
    const changes = [
      ['buy', priceOf(bid), size],
      ['sell', priceOf(ask), size],
    ] as const
    market.onBook(symbol, { sequence: sequence - 1, at, source: 'simulated', reset: true, changes })
    market.onTrades(symbol, [{ ...printAt(at, last, 1n, sequence), side: 'sell' }])
  }
}

/** A past nothing is known of. */
export const noHistory: HistorySource = {
  covers: 'gaps',
  isGenerated: false,
  dailyCandles: () => [],
  minuteCandles: () => [],
  firstMinute: () => undefined,
  firstDay: () => undefined,
}

/** A past that is given as minutes, made up like the practice market's; its days are their folds. */
export function historyOfMinutes(minutes: ReadonlyMap<string, readonly Candle[]>): HistorySource {
  const made = new Map(
    [...minutes].map(([id, own]) => [id, own.map((minute): Candle => ({ ...minute, generated: 'whole' }))]),
  )
  const of = (id: string): readonly Candle[] => made.get(id) ?? []
  const calendarOf = (id: string): CalendarId => instrumentOf(id)?.calendar ?? 'XMEX'
  return {
    covers: 'gaps',
    isGenerated: true,
    minuteCandles: (id, from, to) => of(id).filter(({ start }) => start >= from && start < to),
    dailyCandles: (id, from, to) =>
      foldInto(of(id), (at) => bucketStart('1d', at, calendarOf(id))).filter(({ start }) => {
        const date = tradeDateOf(calendarOf(id), start)
        return date >= from && date <= to
      }),
    firstMinute: (id) => of(id)[0]?.start,
    firstDay: (id) => {
      const first = of(id)[0]
      return first === undefined ? undefined : tradeDateOf(calendarOf(id), first.start)
    },
  }
}
