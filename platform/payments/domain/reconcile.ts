import type { Instant } from '@bolsillo/kernel'

/** A movement as a rail's statement has it. Amounts are minor units above zero. */
interface LedgerSide {
  readonly externalId: string
  readonly direction: 'in' | 'out'
  readonly asset: string
  readonly minor: bigint
  readonly at: Instant
}

/** A line of a rail's statement. */
export interface Line extends LedgerSide {
  /** The line it takes back. */
  readonly reverses?: string
}

/** An entry of ours on a rail's custody account, with the rail's id of the movement it carries. */
export interface Booking extends LedgerSide {
  readonly entryId: string
}

/** What can differ. Each has words, and what to do about it, on the console's page. */
export const differenceKinds = [
  'missing-in-books',
  'missing-at-rail',
  'duplicate-line',
  'duplicate-booking',
  'amount',
  'wrong-asset',
  'wrong-direction',
  'reversed',
  'split',
  'merged',
  'late',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** One difference. `minor` is how much money is at stake, of `asset`; a late one stakes nothing. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly externalId: string
  readonly asset: string
  readonly minor: bigint
  readonly lineMinor?: bigint
  readonly bookedMinor?: bigint
  readonly at: Instant
}

/** How far the two sides may be apart in time without anything being wrong. */
export interface Patience {
  readonly now: Instant
  /** A line not yet booked, or a booking not yet on the statement, is no difference for this long. */
  readonly graceMs: number
  /** Booked this long after the statement (or before it) is late, though it matches. */
  readonly lateMs: number
}

/** More parts than this are not tried to be put together: they are reported one by one. */
const partsMax = 4
const candidatesMax = 30
/** With more than this unmatched, something larger is wrong than a line in parts. */
const unmatchedMax = 300

/**
 * Compares a rail's statement with our entries on its custody. Everything that does not match exactly is a difference;
 * nothing that matches is one. Sides are matched by the rail's own id, so the order of lines means nothing.
 */
export function reconcile(lines: readonly Line[], bookings: readonly Booking[], patience: Patience): Difference[] {
  const differences: Difference[] = []
  const booked = group(bookings)
  const openLines: Line[] = []
  const openBookings: Booking[] = []
  const listed = group(lines)
  for (const [externalId, same] of listed) {
    const [line, ...repeated] = same
    if (line === undefined) continue
    const mine = booked.get(externalId) ?? []
    for (const again of repeated) differences.push(differenceOf('duplicate-line', again, again.minor))
    const [booking, ...moreBookings] = mine
    for (const again of moreBookings) differences.push(differenceOf('duplicate-booking', again, again.minor))
    if (booking === undefined) openLines.push(line)
    else differences.push(...compareOne(line, booking, patience))
  }
  for (const [externalId, same] of booked) {
    if (listed.has(externalId)) continue
    const [booking, ...again] = same
    if (booking !== undefined) openBookings.push(booking)
    for (const one of again) differences.push(differenceOf('duplicate-booking', one, one.minor))
  }
  return [...differences, ...unmatched(openLines, openBookings, listed, patience)]
}

function group<Side extends LedgerSide>(sides: readonly Side[]): Map<string, Side[]> {
  const groups = new Map<string, Side[]>()
  for (const side of sides) {
    const same = groups.get(side.externalId)
    if (same === undefined) groups.set(side.externalId, [side])
    else same.push(side)
  }
  return groups
}

function differenceOf(kind: DifferenceKind, side: Line | Booking, minor: bigint): Difference {
  const own = 'entryId' in side ? { bookedMinor: side.minor } : { lineMinor: side.minor }
  return { kind, externalId: side.externalId, asset: side.asset, minor, at: side.at, ...own }
}

/** A line and a booking of the same id: the first thing about them that differs. */
function compareOne(line: Line, booking: Booking, { lateMs }: Patience): Difference[] {
  const both = { lineMinor: line.minor, bookedMinor: booking.minor }
  if (line.asset !== booking.asset) return [{ ...differenceOf('wrong-asset', line, line.minor), ...both }]
  if (line.direction !== booking.direction) {
    return [{ ...differenceOf('wrong-direction', line, line.minor + booking.minor), ...both }]
  }
  const gap = line.minor - booking.minor
  if (gap !== 0n) return [{ ...differenceOf('amount', line, gap < 0n ? -gap : gap), ...both }]
  return Math.abs(booking.at - line.at) > lateMs ? [differenceOf('late', line, 0n)] : []
}

function unmatched(
  openLines: readonly Line[],
  openBookings: readonly Booking[],
  listed: ReadonlyMap<string, readonly Line[]>,
  patience: Patience,
): Difference[] {
  const isOld = ({ at }: LedgerSide): boolean => at <= patience.now - patience.graceMs
  const differences: Difference[] = []
  const lines = new Set(openLines)
  const bookings = new Set(openBookings)
  // Money taken back that the books still have: the line names what it reverses.
  for (const line of openLines) {
    if (line.reverses === undefined || !listed.has(line.reverses) || !isOld(line)) continue
    lines.delete(line)
    differences.push(differenceOf('reversed', line, line.minor))
  }
  const few = lines.size + bookings.size <= unmatchedMax
  for (const booking of few ? openBookings : []) {
    const parts = partsOf(booking, [...lines])
    if (parts === undefined) continue
    bookings.delete(booking)
    for (const part of parts) lines.delete(part)
    differences.push(differenceOf('split', booking, booking.minor))
  }
  for (const line of few ? [...lines] : []) {
    const parts = partsOf(line, [...bookings])
    if (parts === undefined) continue
    lines.delete(line)
    for (const part of parts) bookings.delete(part)
    differences.push(differenceOf('merged', line, line.minor))
  }
  for (const line of lines) if (isOld(line)) differences.push(differenceOf('missing-in-books', line, line.minor))
  for (const booking of bookings) {
    if (isOld(booking)) differences.push(differenceOf('missing-at-rail', booking, booking.minor))
  }
  return differences
}

/** Two to four open movements of the other side that come to exactly this one. The nearest in time are tried. */
function partsOf<Side extends LedgerSide>(whole: LedgerSide, others: readonly Side[]): readonly Side[] | undefined {
  const candidates = others
    .filter((one) => one.asset === whole.asset && one.direction === whole.direction && one.minor < whole.minor)
    .sort((a, b) => Math.abs(a.at - whole.at) - Math.abs(b.at - whole.at))
    .slice(0, candidatesMax)
  return subset(candidates, whole.minor, 0, [])
}

function subset<Side extends LedgerSide>(
  candidates: readonly Side[],
  left: bigint,
  from: number,
  chosen: readonly Side[],
): readonly Side[] | undefined {
  if (left === 0n) return chosen.length >= 2 ? chosen : undefined
  if (chosen.length === partsMax) return undefined
  for (let place = from; place < candidates.length; place += 1) {
    const next = candidates[place]
    if (next === undefined || next.minor > left) continue
    const found = subset(candidates, left - next.minor, place + 1, [...chosen, next])
    if (found !== undefined) return found
  }
  return undefined
}
