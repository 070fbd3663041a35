import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Id, idOf, present, priceOf, quantityOf } from '@bolsillo/kernel'
import { type FakeClock, fakeClock } from '@bolsillo/kernel/test'
import type { Candle, Sourced } from '@bolsillo/market/domain'
import type { ExecutionReport, MarketBookDelta, MarketTrade, VenueLine, VenueOrder } from '@bolsillo/trading/domain'
import { createReplayHistory, createReplayVenue, openRecording, type ReplayVenue } from '../index.ts'

/** Files of a recording by folder and name: `{'minute/AAPL-20140605.csv': text}`. */
export type Files = Readonly<Record<string, string>>

/** Writes a recording to a folder of its own, for the length of `use`. */
export function withFolder<T>(files: Files, use: (directory: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'replay-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(directory, path, '..'), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    return use(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** A played recording with a desk's line that records its input, and a clock moved by the test. */
export interface Played extends ReplayVenue {
  readonly clock: FakeClock
  readonly history: ReturnType<typeof createReplayHistory>
  readonly reported: ExecutionReport[]
  /** Prices at which a bar traded, as published to trigger stops. */
  readonly reached: bigint[]
  readonly deltas: (MarketBookDelta & { readonly instrumentId: string })[]
  readonly prints: { readonly instrumentId: string; readonly trade: MarketTrade }[]
  readonly bars: { readonly instrumentId: string; readonly bar: Candle; readonly from: Sourced }[]
  /** Moves the clock and lets the recording catch up. */
  readonly playMs: (ms: number) => void
  /** Between these, `run` waits as it does while a batch is open. */
  readonly openBatch: () => void
  readonly closeBatch: () => void
}

export async function playFolder(directory: string, speed = 1): Promise<Played> {
  const opened = openRecording(directory)
  if (opened.kind === 'refused') throw new Error(opened.text)
  const clock = fakeClock(Date.UTC(2026, 10, 20, 15))
  const reached: bigint[] = []
  const [reported, deltas, bars]: [ExecutionReport[], Played['deltas'], Played['bars']] = [[], [], []]
  const prints: Played['prints'] = []
  let look: (() => void) | undefined
  let waiting: (() => void)[] | undefined
  const replay = createReplayVenue({
    timeline: opened.timeline,
    market: { onBar: (instrumentId, bar, from) => void bars.push({ instrumentId, bar, from }) },
    clock,
    speed,
    every: (_ms, work) => {
      look = work
      return () => {
        look = undefined
      }
    },
  })
  const line: VenueLine = {
    run: (work) => (waiting === undefined ? work() : void waiting.push(work)),
    report: (reports) => void reported.push(...reports),
    marketData: (instrumentId, { delta, trades, reached: ends = [] }) => {
      reached.push(...ends)
      for (const trade of trades ?? []) prints.push({ instrumentId, trade })
      if (delta !== undefined) deltas.push({ ...delta, instrumentId })
    },
  }
  await replay.venue.start(line)
  return {
    ...replay,
    clock,
    history: createReplayHistory(opened.files, opened.timeline.reels, replay.nowOf),
    reported,
    deltas,
    reached,
    bars,
    prints,
    playMs: (ms) => {
      clock.advanceMs(ms)
      look?.()
    },
    openBatch: () => {
      waiting = []
    },
    closeBatch: () => {
      const works = present(waiting, 'a batch')
      waiting = undefined
      for (const work of works) work()
    },
  }
}

/** An order id that sorts and reads well in a failing test. */
export function orderId(n: number): Id<'ord'> {
  return idOf('ord', `ord_${String(n).padStart(26, '0')}`)
}

let orders = 0

/** By default a market order of whole US shares. Prices in dollars. */
export function order(part: {
  readonly instrumentId?: string
  readonly side: 'buy' | 'sell'
  readonly shares: number
  readonly limit?: number
  readonly tif?: VenueOrder['timeInForce']
  readonly postOnly?: boolean
  readonly budget?: bigint
}): VenueOrder {
  orders += 1
  const worst = part.side === 'buy' ? 1_000_000 : 0.0001
  return {
    orderId: orderId(orders),
    customerId: idOf('cus', 'cus_00000000000000000000000001'),
    instrumentId: part.instrumentId ?? 'AAPL.US',
    side: part.side,
    type: part.limit === undefined ? 'market' : 'limit',
    timeInForce: part.tif ?? 'day',
    limitPrice: priceOf(BigInt(Math.round((part.limit ?? worst) * 10_000))),
    quantity: quantityOf(BigInt(Math.round(part.shares * 1_000_000))),
    postOnly: part.postOnly ?? false,
    priority: BigInt(orders),
    ...(part.budget === undefined ? {} : { budget: part.budget }),
  }
}

/** A market order of a coin in its smallest units. */
export function coinOrder(part: {
  readonly instrumentId: string
  readonly side: 'buy' | 'sell'
  readonly units: bigint
}): VenueOrder {
  const { instrumentId, side, units } = part
  return {
    ...order({ instrumentId, side, shares: 1 }),
    limitPrice: priceOf(side === 'buy' ? 1_000_000_000n : 1n),
    quantity: quantityOf(units),
  }
}
