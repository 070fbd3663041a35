import { assert, dayNumber, type Instant, instant, plusMs, type TradeDate } from '@bolsillo/kernel'
import type { IntervalRow, RecordedFile, TradeRow } from './recording/rows.ts'

/*
 * How recorded days are played. Every instrument plays its own days one after another; the first days of all play at
 * the same time, then the second days, and so on, each at its own time of day: when it is 09:30 for one, it is 09:30
 * for all of them. Nothing is played between days, and nothing again: after its last day an instrument has ended.
 * Coins, whose days begin at midnight, play beside the others by a row of days of their own: nobody waits for an exchange
 * to open because a coin was recorded in the night before.
 * The clock of the play runs from the start of the venue, `speed` times as fast as the wall's.
 */

/** One recorded day of an instrument: rows of intervals, or prints. `source` names it in every price and fill. */
export interface PlayDay {
  readonly source: string
  readonly date: TradeDate
  readonly rows: readonly IntervalRow[]
  readonly prints: readonly TradeRow[]
  /** 0 for prints. */
  readonly intervalMs: number
}

type ReelGroup = 'exchanges' | 'coins' | 'tape'

/** The days of one instrument, in order. */
export interface Reel {
  readonly instrumentId: string
  /** Reels of one group play their first days side by side, then their second ones. */
  readonly group: ReelGroup
  /** Whether its days have quotes to be filled at. One without shows what was recorded, and takes no orders. */
  readonly quoted: boolean
  readonly days: readonly PlayDay[]
}

/** The playback position of an instrument. `at` is recorded time. */
export type Position =
  | { readonly kind: 'playing'; readonly day: number; readonly at: Instant }
  | { readonly kind: 'ended'; readonly at: Instant }

export interface Timeline {
  readonly reels: readonly Reel[]
  /** A reel's position after `playedMs` of play. */
  readonly positionOf: (reel: Reel, playedMs: number) => Position
  /** Milliseconds of play after which a reel has ended. */
  readonly endOf: (reel: Reel) => number
}

const dayMs = 86_400_000

/**
 * The reels of a recording; `instrumentOf` finds the instrument of a file's symbol. Where an instrument was recorded with
 * quotes, the days with quotes are played; one recorded without plays its bars or its prints.
 */
export function reelsOf(
  files: readonly RecordedFile[],
  instrumentOf: (symbol: string) => { readonly id: string; readonly group: ReelGroup } | undefined,
): readonly Reel[] {
  const found = new Map<string, { readonly group: ReelGroup; readonly quoted: PlayDay[]; readonly bare: PlayDay[] }>()
  for (const file of files) {
    const instrument = instrumentOf(file.symbol)
    if (instrument === undefined || file.kind === 'daily') continue
    const own = found.get(instrument.id) ?? { group: instrument.group, quoted: [], bare: [] }
    found.set(instrument.id, own)
    const list = file.kind === 'intervals' && file.quoted ? own.quoted : own.bare
    list.push(playDayOf(file))
  }
  return [...found].map(([instrumentId, { group, quoted, bare }]) => ({
    instrumentId,
    // A tape waits for nobody, and nobody for it.
    group: quoted.length > 0 ? group : 'tape',
    quoted: quoted.length > 0,
    days: (quoted.length > 0 ? quoted : bare).sort((a, b) => (a.date < b.date ? -1 : 1)),
  }))
}

/** A recorded file as a day to play. */
export function playDayOf(file: Exclude<RecordedFile, { kind: 'daily' }>): PlayDay {
  const named = { source: `replay:${file.name}`, date: file.date }
  return file.kind === 'trades'
    ? { ...named, rows: [], prints: file.rows, intervalMs: 0 }
    : { ...named, rows: file.rows, prints: [], intervalMs: file.intervalMs }
}

/**
 * When a row is known: at the end of its interval. Only then are its closing quote and its bar complete; played at
 * the start it would reveal the future by one interval.
 */
export function knownAt(day: PlayDay, row: { readonly at: Instant }): Instant {
  return plusMs(row.at, day.intervalMs)
}

/** A slot of the play: the same stretch of the clock's day for every instrument that has a day in it. */
interface Slot {
  /** Milliseconds of play before it. */
  readonly before: number
  /** Milliseconds after 00:00 UTC of the day's date at which it begins, and its length. */
  readonly offset: number
  readonly length: number
}

/** The timeline of a recording: each group of reels has its own row of days. */
export function createTimeline(reels: readonly Reel[]): Timeline {
  const groups = Map.groupBy(reels, ({ group }) => group)
  const timelines = new Map([...groups].map(([group, own]) => [group, createGroupTimeline(own)]))
  const of = (reel: Reel): Omit<Timeline, 'reels'> => {
    const timeline = timelines.get(reel.group)
    assert(timeline !== undefined, 'a reel is of a group of the recording')
    return timeline
  }
  return {
    reels,
    positionOf: (reel, playedMs) => of(reel).positionOf(reel, playedMs),
    endOf: (reel) => of(reel).endOf(reel),
  }
}

function createGroupTimeline(reels: readonly Reel[]): Omit<Timeline, 'reels'> {
  const slots: Slot[] = []
  const count = Math.max(0, ...reels.map((reel) => reel.days.length))
  let before = 0
  for (let i = 0; i < count; i += 1) {
    const spans = reels.flatMap((reel) => {
      const day = reel.days[i]
      return day === undefined ? [] : [spanOf(day)]
    })
    const offset = Math.min(...spans.map((span) => span.from))
    const length = Math.max(...spans.map((span) => span.to)) - offset
    slots.push({ before, offset, length })
    before += length
  }

  const slotOf = (index: number): Slot => {
    const slot = slots[index]
    assert(slot !== undefined, 'a day of a reel has a slot')
    return slot
  }
  const endOf = (reel: Reel): number => {
    const last = reel.days.length - 1
    const day = reel.days[last]
    return day === undefined ? 0 : slotOf(last).before + spanOf(day).to - slotOf(last).offset
  }
  const positionOf = (reel: Reel, playedMs: number): Position => {
    const last = reel.days.at(-1)
    assert(last !== undefined, 'a reel has a day')
    if (playedMs >= endOf(reel)) return { kind: 'ended', at: instant(midnight(last) + spanOf(last).to) }
    const index = slots.findLastIndex((slot) => slot.before <= playedMs)
    const day = reel.days[index]
    assert(day !== undefined, 'before its end a reel has a day')
    const slot = slotOf(index)
    return {
      kind: 'playing',
      day: index,
      at: instant(midnight(day) + slot.offset + Math.floor(playedMs - slot.before)),
    }
  }
  return { positionOf, endOf }
}

function midnight(day: PlayDay): number {
  return dayNumber(day.date) * dayMs
}

/**
 * From the moment the first row is known, so that nobody waits for it, to one interval after the last is known: its
 * quote is good for that long.
 */
function spanOf(day: PlayDay): { readonly from: number; readonly to: number } {
  const first = day.rows[0] ?? day.prints[0]
  const last = day.rows.at(-1) ?? day.prints.at(-1)
  assert(first !== undefined && last !== undefined, 'a recorded day has rows')
  return { from: first.at + day.intervalMs - midnight(day), to: last.at + 2 * day.intervalMs - midnight(day) }
}
