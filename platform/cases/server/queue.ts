import { type Instant, instant, type MeasuredTimes, writeDecimal } from '@bolsillo/kernel'

/** Where a page of a queue ended: an instant, and an id among those of the same instant. */
interface QueuePlace {
  readonly at: number
  readonly id: string
}

/** Reads a cursor `<instant>.<id>`, which the contract holds to that shape. Undefined without one. */
export function readCursor(cursor: string | undefined): QueuePlace | undefined {
  const [at, id] = cursor?.split('.') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}

/** The rows of a page of which one more than `limit` was asked for, and where the next one begins, if there is one. */
export function pageOf<Row>(
  found: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { readonly shown: readonly Row[]; readonly next: { readonly next?: string } } {
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return { shown, next: last === undefined ? {} : { next: cursorOf(last) } }
}

/** How many wait, and since when the oldest does, from the row that counted them. */
export function waitingOf(row: { readonly count: number; readonly oldest: bigint | null } | undefined): {
  readonly count: number
  readonly oldestAt?: Instant
} {
  const oldest = row?.oldest ?? null
  return { count: row?.count ?? 0, ...(oldest === null ? {} : { oldestAt: instant(Number(oldest)) }) }
}

/** Whose side an actor of a history is on, as owners see it: that staff acted, never who. */
export function sideOf(actor: string): 'customer' | 'staff' | undefined {
  if (actor.startsWith('cus_')) return 'customer'
  return actor.startsWith('opr_') ? 'staff' : undefined
}

/** Measured times as replies have them. */
export function writeTimes({ overDayBps, ...times }: MeasuredTimes) {
  return { ...times, ...(overDayBps === undefined ? {} : { overDayPercent: writeDecimal(BigInt(overDayBps), 2) }) }
}
