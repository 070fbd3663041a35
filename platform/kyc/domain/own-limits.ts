import { divide, type Instant, instantAt, minOf, plusDays, plusMs, wallTime, weekday } from '@bolsillo/kernel'
import { looserAfterHours } from './kyc-bounds.ts'

// What customers bind themselves with: how much they pay in, how much they lose, and when they do not trade at all.
// Tightening takes effect at once; loosening after a day, so that it is not undone in the middle of a loss.

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]
export const limitSubjects = ['pay-in', 'loss'] as const
export type LimitSubject = (typeof limitSubjects)[number]

/** How long loosening waits. */
export const looseningMs = looserAfterHours * 3_600_000
/** Most a limit may be, pesos in minor units. */
export const limitMax = 100_000_000_000_00n
/** Pauses of one customer that run at the same time: a bound of what is read at once. */
export const pausesMax = 1_000

export const pauseScopes = ['trading', 'everything'] as const
export type PauseScope = (typeof pauseScopes)[number]
export const pauseLengths = ['day', 'week', 'month', 'half-year', 'year', 'forever'] as const
export type PauseLength = (typeof pauseLengths)[number]

const dayMs = 86_400_000
const lengthMs: Readonly<Record<PauseLength, number | undefined>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  'half-year': 182 * dayMs,
  year: 365 * dayMs,
  forever: undefined,
}

/** When a pause that begins now ends; undefined: never. */
export function pauseEnd(length: PauseLength, now: Instant): Instant | undefined {
  const ms = lengthMs[length]
  return ms === undefined ? undefined : plusMs(now, ms)
}

/** One change of one limit, as it was asked for. */
export interface LimitChange {
  readonly changeNo: bigint
  readonly subject: LimitSubject
  readonly period: LimitPeriod
  /** Pesos, minor units; undefined: no limit. */
  readonly minor: bigint | undefined
  /** Whose midnight begins the period. */
  readonly zone: string
  readonly askedAt: Instant
  readonly effectiveAt: Instant
  readonly withdrawnAt: Instant | undefined
}

type LimitValue = Pick<LimitChange, 'minor' | 'zone'>

/** A limit as it is now, and what will take its place. */
interface LimitState {
  readonly current: LimitChange | undefined
  readonly pending: LimitChange | undefined
}

/** The state of one limit from its changes: the last asked of those in force, and the last of those that still wait. */
export function limitState(changes: readonly LimitChange[], now: Instant): LimitState {
  const standing = changes.filter(({ withdrawnAt }) => withdrawnAt === undefined)
  const last = (found: readonly LimitChange[]): LimitChange | undefined =>
    found.reduce<LimitChange | undefined>(
      (most, one) => (most === undefined || one.changeNo > most.changeNo ? one : most),
      undefined,
    )
  const current = last(standing.filter(({ effectiveAt }) => effectiveAt <= now))
  const pending = last(standing.filter(({ effectiveAt }) => effectiveAt > now))
  // A loosening requested before the change now in force is replaced by it.
  const isOvertaken = current !== undefined && pending !== undefined && pending.changeNo < current.changeNo
  return { current, pending: isOvertaken ? undefined : pending }
}

/** Whether a value allows more than another: more, without end, or by another clock. */
export function isLooser(next: LimitValue, before: LimitValue | undefined): boolean {
  if (before?.minor === undefined) return false
  return next.minor === undefined || next.minor > before.minor || next.zone !== before.zone
}

/** The period an instant lies in, by the wall clock of a zone: from the first instant to the one after the last. */
export function periodAt(
  period: LimitPeriod,
  now: Instant,
  zone: string,
): { readonly from: Instant; readonly to: Instant } {
  const { date } = wallTime(now, zone)
  const day = Number(date.slice(8, 10))
  const first = period === 'day' ? date : plusDays(date, period === 'week' ? 1 - weekday(date) : 1 - day)
  // The 28th and four days is in the next month, whichever it is.
  const later = plusDays(first, 32)
  const next =
    period === 'month' ? plusDays(later, 1 - Number(later.slice(8, 10))) : plusDays(first, period === 'day' ? 1 : 7)
  return { from: instantAt(first, 0, zone), to: instantAt(next, 0, zone) }
}

/**
 * How much of an amount that came in may be traded with. `worth`: pesos for the whole amount; undefined without a
 * price: then nothing is tradable where a bound in pesos applies. Rounded down.
 */
export function tradablePart(
  minor: bigint,
  worth: bigint | undefined,
  bounds: { readonly pesos: readonly bigint[]; readonly asset: readonly bigint[] },
): bigint {
  const own = bounds.asset.reduce((least, one) => minOf(least, one > 0n ? one : 0n), minor)
  if (bounds.pesos.length === 0) return own
  if (worth === undefined) return 0n
  const left = bounds.pesos.reduce((least, one) => minOf(least, one > 0n ? one : 0n), worth)
  if (left >= worth) return own
  return minOf(own, worth === 0n ? minor : divide(minor * left, worth, 'down'))
}

/** `23-11-2026 00:00`: how a moment is written into a refusal, as pages write it, by the clock that decides. */
export function wallText(at: Instant, zone: string): string {
  const { date, hour, minute } = wallTime(at, zone)
  const two = (number: number): string => String(number).padStart(2, '0')
  const [year, month, day] = date.split('-')
  return `${day}-${month}-${year} ${two(hour)}:${two(minute)}`
}
