import { type Instant, instantAt, plusDays, readTradeDate, type TradeDate, wallTime, weekday } from '@bolsillo/kernel'
import type { PlaceDetails } from './place.ts'
import { weekdays } from './place.ts'

/** Open from a minute of the day to another; 1440 is midnight at its end. */
export interface OpenTime {
  readonly from: number
  readonly to: number
}

const timesMax = 3
const dayEnd = 1440

/** The times of one weekday: `09:00-14:00, 16:00-18:00`, in order and apart; nothing is a day it is closed. */
export function readOpenTimes(text: string): readonly OpenTime[] | undefined {
  if (text.trim() === '') return []
  const times: OpenTime[] = []
  for (const part of text.split(',')) {
    const [, fromHour, fromMinute, toHour, toMinute] =
      /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*[-–]\s*([01]?\d|2[0-4]):([0-5]\d)\s*$/.exec(part) ?? []
    const from = Number(fromHour) * 60 + Number(fromMinute)
    const to = Number(toHour) * 60 + Number(toMinute)
    const previous = times.at(-1)?.to ?? -1
    if (!(from > previous && to > from && to <= dayEnd)) return undefined
    times.push({ from, to })
  }
  return times.length > timesMax ? undefined : times
}

const minuteText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The times of a day as they are shown and written. */
export function openTimesText(times: readonly OpenTime[]): string {
  return times.map(({ from, to }) => `${minuteText(from)}–${minuteText(to)}`).join(', ')
}

/** Days with commas between them, in order and each once. */
export function readDays(text: string): readonly TradeDate[] | undefined {
  const days = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(readTradeDate)
  const known = days.filter((day) => day !== undefined)
  return known.length === days.length ? [...new Set(known)].sort() : undefined
}

/** Whether a place is open, and when that changes next; nothing when it does not within eight days. */
interface OpenState {
  readonly isOpen: boolean
  readonly changesAt?: Instant
}

const aheadDays = 8

/** Whether a place is open at an instant, by the clock of its own zone. */
export function openStateAt(
  place: Pick<PlaceDetails, 'hours' | 'closedOn' | 'zone' | 'isClosed'>,
  now: Instant,
): OpenState {
  if (place.isClosed) return { isOpen: false }
  const today = wallTime(now, place.zone).date
  const stretches: { from: Instant; to: Instant }[] = []
  // From the day before, because a day ends at another instant in a place whose clock jumps.
  for (let ahead = -1; ahead <= aheadDays; ahead += 1) {
    for (const { from, to } of timesOn(place, plusDays(today, ahead))) {
      const [start, end] = [dayInstant(place.zone, today, ahead, from), dayInstant(place.zone, today, ahead, to)]
      const last = stretches.at(-1)
      // Open until midnight and from midnight on is open through.
      if (last?.to === start) last.to = end
      else stretches.push({ from: start, to: end })
    }
  }
  const next = stretches.find(({ to }) => now < to)
  if (next === undefined) return { isOpen: false }
  const isOpen = next.from <= now
  const isEndless = isOpen && next === stretches.at(-1) && next.to > dayInstant(place.zone, today, aheadDays, 0)
  return isEndless ? { isOpen } : { isOpen, changesAt: isOpen ? next.to : next.from }
}

const dayInstant = (zone: string, today: TradeDate, ahead: number, minute: number): Instant =>
  instantAt(plusDays(today, ahead), minute, zone)

function timesOn({ hours, closedOn }: Pick<PlaceDetails, 'hours' | 'closedOn'>, date: TradeDate): readonly OpenTime[] {
  const day = weekdays[weekday(date) - 1]
  return day === undefined || closedOn.includes(date) ? [] : hours[day]
}
