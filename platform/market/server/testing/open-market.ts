import { dateOfDayNumber, dayNumber, type Instant, instant, integerBetween, seededRng } from '@bolsillo/kernel'
import type { Publisher } from '@bolsillo/server-kit'
import { fakeClock, type TestDatabase, testServices } from '@bolsillo/test-kit'
import {
  type Candle,
  dayStart,
  type HistorySource,
  instruments,
  type MarketHours,
  type SessionState,
  type Trade,
  tradeDateOf,
} from '../../domain/index.ts'
import { flatMinute, historyOfMinutes, noHistory, printAt } from '../../fixtures.ts'
import { createMarket } from '../index.ts'

export const walmex = 'WALMEX.MX'
export const minuteMs = 60_000

/** A history of flat minutes in the sessions before a moment, `days` dates back, for some instruments. */
export function pastMinutes(until: Instant, days: number, ids: readonly string[]): HistorySource {
  const minutes = new Map<string, Candle[]>()
  for (const one of ids) {
    const list: Candle[] = []
    const last = dayNumber(tradeDateOf('XMEX', until))
    for (let day = last - days; day <= last; day += 1) {
      // The past of a day is the same however far back one looks.
      const rng = seededRng(day, one)
      let price = 60_000n
      const open = dayStart('XMEX', dateOfDayNumber(day)) + 570 * minuteMs
      for (let m = 0; m < 390; m += 7) {
        const start = instant(open + m * minuteMs)
        if (start + minuteMs > until) break
        price += BigInt(integerBetween(rng, -20, 20)) * 10n
        list.push(flatMinute(start, price, BigInt(integerBetween(rng, 1, 500))))
      }
    }
    minutes.set(one, list)
  }
  return historyOfMinutes(minutes)
}

/** A market on a clock that stands still until it is moved, of a few instruments. */
export function openMarket(
  db: TestDatabase,
  options: {
    readonly at: number
    readonly history?: HistorySource
    readonly hours?: MarketHours
    readonly publisher?: Publisher
    readonly ids?: readonly string[]
    readonly stateOf?: (id: string) => SessionState
  },
) {
  const clock = fakeClock(options.at)
  const services = testServices({ sql: db.sql, clock })
  const chosen = options.ids ?? [walmex, 'AAPL.US', 'USD/MXN']
  const market = createMarket({
    services,
    publisher: options.publisher ?? { publish: () => undefined, watched: () => true },
    history: options.history ?? noHistory,
    hours: options.hours ?? 'always',
    source: 'simulated',
    ...(options.stateOf === undefined ? {} : { stateOf: options.stateOf }),
    instruments: instruments.filter((instrument) => chosen.includes(instrument.id)),
  })
  return { market, clock, services }
}

let sequence = 0
/** Prints every few seconds for a while and moves the clock along. @returns what was printed. */
export function trade(
  opened: ReturnType<typeof openMarket>,
  seconds: number,
  rng = seededRng(11, `trade ${opened.clock.now()}`),
): readonly Trade[] {
  const trades: Trade[] = []
  let price = opened.market.state.day(walmex)?.last ?? 60_000n
  for (let s = 0; s < seconds; s += integerBetween(rng, 1, 20)) {
    const step = integerBetween(rng, 1, 20) * 1000
    opened.clock.advanceMs(step)
    price += BigInt(integerBetween(rng, -3, 3)) * 10n
    sequence += 1
    const print = printAt(opened.clock.now(), price, BigInt(integerBetween(rng, 1, 900)), sequence)
    opened.market.state.onTrades(walmex, [print])
    trades.push(print)
  }
  return trades
}

/** The sum of integers. */
export const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)
