import { present, type Rng, seededRng } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'
import { createLiveFeed, type LiveFeed } from '../feed/live-feed.ts'
import type { Protocol } from '../protocols/protocol.ts'
import type { ServedMarket } from '../served-markets.ts'
import { levelsText } from './exchange-model.ts'
import { createFaultyExchange, type Faults, type FaultyExchange, noFaults } from './faulty-exchange.ts'
import { type VirtualTime, virtualTime } from './virtual-time.ts'
import type { WireFormat } from './wire-formats.ts'

/** A reader of a feed that keeps the same state as the market room, and records every contradiction. */
interface FollowedFeed {
  readonly feed: LiveFeed
  readonly server: FaultyExchange
  readonly time: VirtualTime
  readonly told: (instrumentId: string) => readonly (readonly [OrderSide, bigint, bigint])[]
  readonly tape: (instrumentId: string) => readonly number[]
  /** The contradictions found. */
  readonly complaints: string[]
}

export const testStart = Date.UTC(2026, 10, 21, 12)

export interface FollowOptions {
  readonly seed: number
  readonly protocol: Protocol
  readonly format: WireFormat
  readonly markets: readonly ServedMarket[]
  /** A ghost level cannot be detected before the next snapshot: then books are compared only at the end. */
  readonly hasGhosts?: boolean
  /** `part`: whole books are cut off before they end. */
  readonly reaches?: 'whole' | 'part'
  readonly toldTo?: (instrumentId: string) => number | undefined
  /** A planted fault: the reader keeps its levels on a reset. */
  readonly forgetsReset?: boolean
  /** Called with the feed's counts. */
  readonly onCounts?: (counts: Readonly<Record<string, number>>) => void
}

const sorted = (side: OrderSide, levels: ReadonlyMap<bigint, bigint>) =>
  [...levels]
    .sort(([a], [b]) => (a < b === (side === 'buy') ? 1 : -1))
    .map(([price, quantity]): readonly [OrderSide, bigint, bigint] => [side, price, quantity])

type Levels = readonly (readonly [OrderSide, bigint, bigint])[]

/** Whether the published levels are the true best levels of both sides, without a gap. */
function isTruth(told: Levels, truth: Levels, reaches: 'whole' | 'part'): boolean {
  if (reaches === 'whole') return levelsText(told) === levelsText(truth)
  return (['buy', 'sell'] as const).every((wanted) => {
    const of = (levels: Levels): Levels => levels.filter(([side]) => side === wanted)
    const own = of(told)
    return own.length > 0 && levelsText(own) === levelsText(of(truth).slice(0, own.length))
  })
}

/** Keeps the state as the market room does, and complains of what contradicts it. */
function eventsOf(
  options: FollowOptions,
  {
    time,
    books,
    tapes,
    complaints,
    check,
  }: {
    readonly time: VirtualTime
    readonly books: ReadonlyMap<string, Readonly<Record<OrderSide, Map<bigint, bigint>>>>
    readonly tapes: ReadonlyMap<string, number[]>
    readonly complaints: string[]
    readonly check: (id: string, number: number) => void
  },
): Parameters<typeof createLiveFeed>[0]['events'] {
  return {
    book: (id, { changes, reset, number }) => {
      const book = present(books.get(id), id)
      if (reset && options.forgetsReset !== true) {
        book.buy.clear()
        book.sell.clear()
      }
      for (const [side, price, quantity] of changes) {
        if (quantity === 0n) book[side].delete(price)
        else book[side].set(price, quantity)
      }
      if (options.hasGhosts !== true) check(id, number)
    },
    trades: (id, trades) => {
      const tape = present(tapes.get(id), id)
      for (const trade of trades) {
        if (trade.id <= (tape.at(-1) ?? 0)) complaints.push(`${id}: print ${trade.id} after ${tape.at(-1)}`)
        if (trade.at > time.clock.now()) complaints.push(`${id}: a print of the future`)
        tape.push(trade.id)
      }
    },
  }
}

export function followFeed(options: FollowOptions): FollowedFeed {
  const { seed, protocol, format, markets } = options
  const time = virtualTime(testStart)
  const rng: Rng = seededRng(seed, 'exchange')
  const now = (): number => time.clock.now()
  const server = createFaultyExchange({ markets, format, depth: protocol.depth, rng, after: time.after, now })
  const complaints: string[] = []
  const books = new Map(
    markets.map(({ instrument }) => [
      instrument.id,
      { buy: new Map<bigint, bigint>(), sell: new Map<bigint, bigint>() },
    ]),
  )
  const tapes = new Map<string, number[]>(markets.map(({ instrument }) => [instrument.id, []]))
  const told = (id: string) => {
    const { buy, sell } = present(books.get(id), id)
    return [...sorted('buy', buy), ...sorted('sell', sell)]
  }
  const check = (id: string, number: number): void => {
    const model = present(
      server.models.find(({ market }) => market.instrument.id === id),
      id,
    )
    if (protocol.cutsToDepth) {
      if (!model.scopes.has(levelsText(told(id)))) complaints.push(`${id}: a book that never was`)
      return
    }
    const truth = model.levelsAt(number)
    if (truth === undefined) complaints.push(`${id}: no book was ever numbered ${number}`)
    else if (!isTruth(told(id), truth, options.reaches ?? 'whole'))
      complaints.push(`${id}: not the book numbered ${number}`)
  }
  const feed = createLiveFeed({
    exchange: server.exchange,
    protocol,
    markets,
    toldTo: options.toldTo ?? (() => undefined),
    dial: server.dial,
    after: time.after,
    clock: time.clock,
    rng: seededRng(seed, 'feed'),
    log: { info: () => undefined, warn: () => undefined },
    inLine: (work) => work(),
    events: eventsOf(options, { time, books, tapes, complaints, check }),
  })
  return { feed, server, time, told, tape: (id) => present(tapes.get(id), id), complaints }
}

/** Runs a feed through faults, then without, then in quiet. Gives what is wrong in the end; nothing: it is as it should be. */
export async function ordeal(options: FollowOptions, faults: Partial<Faults>): Promise<readonly string[]> {
  const followed = followFeed(options)
  const { feed, server, time, complaints } = followed
  const rng = seededRng(options.seed, 'pace')
  feed.start()
  server.setFaults({ ...noFaults, ...faults })
  for (let step = 0; step < 100; step += 1) {
    server.step()
    await time.runMs(rng.nextUint32() % 400)
  }
  server.setFaults(noFaults)
  // The feed must recover while the market keeps moving. The longest wait before an attempt is half a minute.
  for (let step = 0; step < 60; step += 1) {
    await time.runMs(1_500)
    server.step()
  }
  const early = server.models.filter(({ market }) => feed.doubtOf(market.instrument.id) !== undefined)
  complaints.push(...early.map(({ market }) => `${market.instrument.id}: in doubt as long as the market moves`))
  // Quiet: long enough for the longest wait before connecting again, and for a comparison with a whole book.
  await time.runMs(100_000)
  // A market always has a next change: what was lost before it shows now.
  server.step()
  await time.runMs(100_000)
  const wrong = [...complaints]
  for (const model of server.models) {
    const { id } = model.market.instrument
    const doubt = feed.doubtOf(id)
    if (doubt !== undefined) wrong.push(`${id}: still in doubt: ${doubt}`)
    const truth = options.protocol.cutsToDepth ? model.levels(options.protocol.depth) : model.levels()
    if (!isTruth(followed.told(id), truth, options.reaches ?? 'whole'))
      wrong.push(`${id}: not the exchange's book in the end`)
    const own = new Set(followed.tape(id))
    const missing = model.trades().filter(({ id: number }) => number >= (followed.tape(id)[0] ?? 0) && !own.has(number))
    if (missing.length > (feed.counts()['trade-missing'] ?? 0))
      wrong.push(`${id}: ${missing.length} prints are missing`)
  }
  feed.stop()
  options.onCounts?.(feed.counts())
  return wrong
}
