import { assert, type Clock, type Id, type Instant, present, quantityOf } from '@bolsillo/kernel'
import { type Instrument, instrumentOf, type MarketState } from '@bolsillo/market/domain'
import type { ExecutionReport, Venue, VenueLine, VenueOrder } from '@bolsillo/trading/domain'
import { createRecordedBook, type QuoteInForce, type RecordedBook } from './recorded-book.ts'
import { candleOfBar, exactPrice, roundedPrice, sizeOf } from './recorded-instrument.ts'
import type { IntervalRow, RecordedLevel, TradeRow } from './recording/rows.ts'
import { sequenceOf } from './sequence.ts'
import { knownAt, type PlayDay, type Reel, type Timeline } from './timeline.ts'

/** `open`: a recorded quote is in force. `closed`: between recorded days. `ended`: the recording is over. */
export type ReplayState = 'open' | 'closed' | 'ended' | 'unrecorded'

/** How often the recording is looked at; calls `work` every `ms` until the returned function is called. */
export type Every = (ms: number, work: () => void) => () => void

export interface ReplayVenue {
  readonly venue: Venue
  /** The recorded time an instrument has been played to. */
  readonly nowOf: (instrumentId: string) => Instant
  readonly stateOf: (instrumentId: string) => ReplayState
  /** When all recorded days have been played. */
  readonly isOver: () => boolean
}

interface Player {
  readonly reel: Reel
  readonly instrument: Instrument
  readonly book: RecordedBook
  day: number
  row: number
  now: Instant
  state: ReplayState
  /** Line of the row in force, and how many events it has had. */
  line: number
  events: number
}

const lookEveryMs = 50

interface ReplayVenueOptions {
  readonly timeline: Timeline
  readonly market: Pick<MarketState, 'onBar'>
  readonly clock: Clock
  readonly speed: number
  readonly every: Every
}

/**
 * The market of a recording. `market` gets the recorded bars; quotes go through the desk's line like any venue's. Play
 * begins when the venue starts, and runs `speed` times as fast as `clock`.
 */
export function createReplayVenue(options: ReplayVenueOptions): ReplayVenue {
  const { timeline, market, clock, speed } = options
  assert(speed > 0, 'a recording is played forwards')
  const players = new Map<string, Player>()
  for (const reel of timeline.reels) players.set(reel.instrumentId, playerOf(reel, timeline, clock))
  let line: VenueLine | undefined
  let startedAt: Instant | undefined
  let stopLooking: (() => void) | undefined

  const lineOf = (): VenueLine => present(line, 'the desk’s line')
  const telling = createTelling(lineOf)
  const play = createPlaying({ timeline, market, lineOf, telling })

  const look = (): void => {
    if (startedAt === undefined) return
    const playedMs = (clock.now() - startedAt) * speed
    for (const player of players.values()) play(player, playedMs)
  }

  const isPlaying = (): boolean => line !== undefined && startedAt !== undefined
  const { submit, cancel, reset } = createOrdering({ players, clock, lineOf, telling, isPlaying })

  return {
    venue: {
      id: 'replay',
      simulated: true,
      start: async (own) => {
        line = own
        startedAt = clock.now()
        own.run(look)
        stopLooking = options.every(lookEveryMs, () => own.run(look))
      },
      stop: async () => {
        stopLooking?.()
        stopLooking = undefined
        startedAt = undefined
      },
      lists: (instrumentId) => players.get(instrumentId)?.reel.quoted === true,
      submit,
      cancel,
      counterparties: () => [],
      reset,
    },
    nowOf: (instrumentId) => players.get(instrumentId)?.now ?? clock.now(),
    stateOf: (instrumentId) => players.get(instrumentId)?.state ?? 'unrecorded',
    isOver: () => [...players.values()].every(({ state }) => state === 'ended'),
  }
}

/** Publishes a player’s quote, and reports the orders it fills. */
function createTelling(lineOf: () => VenueLine) {
  const publish = (player: Player): void => {
    const quote = player.book.quote()
    const levels = (['buy', 'sell'] as const).flatMap((side) => {
      const level = side === 'buy' ? quote?.bid : quote?.ask
      return level === undefined || level.left <= 0n ? [] : [[side, level.price, level.left] as const]
    })
    const delta = { sequence: nextSequence(player), at: player.now, source: sourceOf(player), changes: levels }
    lineOf().marketData(player.instrument.id, { delta: { ...delta, reset: true } })
  }
  const deliver = (reports: readonly ExecutionReport[]): void => {
    if (reports.length > 0) lineOf().report(reports)
  }

  const rematch = (player: Player): void => {
    const reports = player.book.rematch()
    if (reports.length === 0) return
    publish(player)
    deliver(reports)
  }

  return { publish, deliver, rematch }
}

/** Takes customers' orders to the books of the recordings. */
function createOrdering({
  players,
  clock,
  lineOf,
  telling,
  isPlaying,
}: {
  readonly players: ReadonlyMap<string, Player>
  readonly clock: Clock
  readonly lineOf: () => VenueLine
  readonly telling: ReturnType<typeof createTelling>
  readonly isPlaying: () => boolean
}): Pick<Venue, 'submit' | 'cancel' | 'reset'> {
  const playerFor = (order: VenueOrder): Player => present(players.get(order.instrumentId), order.instrumentId)

  const submit = (order: VenueOrder): readonly ExecutionReport[] => {
    const player = playerFor(order)
    if (player.state === 'ended') {
      return [{ kind: 'rejected', orderId: order.orderId, reason: 'end-of-data', at: clock.now() }]
    }
    const reports = player.book.submit(order)
    if (reports.some(({ kind }) => kind === 'filled')) {
      telling.publish(player)
      // Runs after the batch: had its commit failed, `reset` has put the sizes back by then.
      lineOf().run(() => player.book.settle())
    }
    return reports
  }

  const cancel = (orderId: Id<'ord'>): readonly ExecutionReport[] => {
    for (const player of players.values()) {
      const reports = player.book.cancel(orderId)
      if (reports.length > 0) return reports
    }
    return []
  }

  const reset = (instrumentId: string, open: readonly VenueOrder[]): void => {
    const player = players.get(instrumentId)
    if (player === undefined) return
    player.book.reset(open)
    if (!isPlaying()) return
    telling.publish(player)
    lineOf().run(() => {
      if (player.state === 'ended') telling.deliver(player.book.endAll('end-of-data'))
      else telling.rematch(player)
    })
  }

  return { submit, cancel, reset }
}

interface PlayingDeps {
  readonly timeline: Timeline
  readonly market: Pick<MarketState, 'onBar'>
  readonly lineOf: () => VenueLine
  readonly telling: ReturnType<typeof createTelling>
}

/** Plays an instrument's recording up to so many milliseconds of it. */
function createPlaying(deps: PlayingDeps): (player: Player, playedMs: number) => void {
  const { timeline, telling } = deps
  /** The next row or print of a day; false when the day has no more or the next one is not known yet. */
  const playNext = (player: Player, day: PlayDay, until: Instant | undefined): boolean => {
    const item = day.rows[player.row] ?? day.prints[player.row]
    if (item === undefined || (until !== undefined && knownAt(day, item) > until)) return false
    if ('tradeId' in item) playPrint(deps, player, day, item)
    else playRow(deps, player, day, item)
    // What was recorded without quotes is open while it is played: its tape moves, and nobody can trade at it.
    if (!player.reel.quoted) player.state = 'open'
    player.row += 1
    return true
  }

  const close = (player: Player, state: 'closed' | 'ended'): void => {
    if (player.state === 'open' && player.reel.quoted) {
      player.book.show(undefined)
      telling.publish(player)
    }
    player.state = state
    if (state === 'ended') telling.deliver(player.book.endAll('end-of-data'))
  }

  return (player, playedMs) => {
    if (player.state === 'ended') return
    const position = timeline.positionOf(player.reel, playedMs)
    const lastDay = position.kind === 'ended' ? player.reel.days.length : position.day
    for (;;) {
      const day = player.reel.days[player.day]
      if (day === undefined) break
      if (playNext(player, day, player.day < lastDay ? undefined : position.at)) continue
      if (player.day < lastDay) {
        close(player, 'closed')
        player.day += 1
        player.row = 0
      } else break
    }
    // While a quote is in force, now is when it was known: nothing is known of the time since, and nothing is late.
    if (player.state !== 'open' || !player.reel.quoted || position.kind === 'ended') player.now = position.at
    if (position.kind === 'ended') close(player, 'ended')
  }
}

function playRow({ market, lineOf, telling }: PlayingDeps, player: Player, day: PlayDay, row: IntervalRow): void {
  player.now = knownAt(day, row)
  const isQuoted = row.bid !== undefined || row.ask !== undefined
  // Numbers name the row whose quote is in force; a row without one adds events to it.
  if (isQuoted || player.state !== 'open') {
    player.line = row.line
    player.events = 0
  }
  if (isQuoted) {
    player.state = 'open'
    // A row without a quote changes none: no news of a quote is not news of no quote.
    player.book.show({ bid: levelOf(row.bid, player.instrument), ask: levelOf(row.ask, player.instrument) })
    telling.publish(player)
    telling.rematch(player)
  }
  if (row.bar !== undefined) {
    const candle = candleOfBar(row.at, row.bar, player.instrument)
    const from = { source: day.source, sequence: nextSequence(player), at: player.now }
    market.onBar(player.instrument.id, candle, from)
    // Nobody recorded the prints of a bar; that its ends were traded at is known, and stops hang on it.
    const { low, high } = candle
    if (candle.volume > 0n) lineOf().marketData(player.instrument.id, { reached: [low, high] })
  }
}

/** A recorded print goes to the tape as it was, with its taker's side. */
function playPrint({ lineOf }: PlayingDeps, player: Player, day: PlayDay, row: TradeRow): void {
  player.now = row.at
  player.line = row.line
  player.events = 0
  const price = roundedPrice(row.price, player.instrument)
  const quantity = sizeOf(row.quantity, player.instrument)
  const print = { sequence: nextSequence(player), at: row.at, source: day.source, price, quantity, side: row.side }
  if (quantity > 0n) lineOf().marketData(player.instrument.id, { trades: [print] })
}

function playerOf(reel: Reel, timeline: Timeline, clock: Clock): Player {
  const instrument = present(instrumentOf(reel.instrumentId), `instrument ${reel.instrumentId}`)
  const step = instrument.fractional ? 1n : instrument.lot
  const book = createRecordedBook(step, {
    nextSequence: () => nextSequence(player),
    now: () => clock.now(),
    source: () => sourceOf(player),
  })
  const player: Player = {
    reel,
    instrument,
    book,
    day: 0,
    row: 0,
    now: timeline.positionOf(reel, 0).at,
    state: 'closed',
    events: 0,
    line: 0,
  }
  return player
}

function nextSequence(player: Player): number {
  const sequence = sequenceOf(player.day, player.line, player.events)
  player.events += 1
  return sequence
}

function sourceOf(player: Player): string {
  return player.reel.days[player.day]?.source ?? player.reel.days.at(-1)?.source ?? 'replay'
}

function levelOf(level: RecordedLevel | undefined, instrument: Instrument): QuoteInForce['bid'] {
  if (level === undefined) return undefined
  const price = present(exactPrice(level.price, instrument), 'a price on the instrument’s scale')
  return { price, left: quantityOf(sizeOf(level.size, instrument)) }
}
