import { type Instant, instant, integerBetween, pick, type Rng, seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { type Booking, type DifferenceKind, differenceKinds, type Line, reconcile } from './reconcile.ts'

const now = instant(1_780_000_000_000)
const patience = { now, graceMs: 15 * 60_000, lateMs: 24 * 3_600_000 }
const hourMs = 3_600_000

/** Amounts far apart, so that no sum of a few is another by accident. */
const amountOf = (rng: Rng, place: number): bigint =>
  BigInt(place + 1) * 1_000_003n * 7_919n + BigInt(integerBetween(rng, 1, 997))

function cleanDay(rng: Rng, count: number, prefix: string): { lines: Line[]; bookings: Booking[] } {
  const lines: Line[] = []
  const bookings: Booking[] = []
  for (let place = 0; place < count; place += 1) {
    const side = {
      externalId: `${prefix}-${place}`,
      direction: rng.nextUint32() % 3 === 0 ? ('out' as const) : ('in' as const),
      asset: pick(rng, ['MXN', 'USD']),
      minor: amountOf(rng, place),
    }
    const at = instant(now - hourMs - integerBetween(rng, 0, 20 * hourMs))
    lines.push({ ...side, at })
    // The event comes seconds to minutes after the statement has it.
    bookings.push({ ...side, at: instant(at + integerBetween(rng, 0, 10 * 60_000)), entryId: `ent-${prefix}-${place}` })
  }
  return { lines, bookings }
}

type Day = ReturnType<typeof cleanDay>
const later = (at: Instant, ms: number): Instant => instant(at + ms)

/** Plants one fault of a kind at a place. */
const plants: Readonly<Record<DifferenceKind, (day: Day, place: number, rng: Rng) => void>> = {
  'missing-in-books': ({ bookings }, place) => void bookings.splice(place, 1),
  'missing-at-rail': ({ lines }, place) => void lines.splice(place, 1),
  'duplicate-line': ({ lines }, place) => void lines.push({ ...lineAt(lines, place) }),
  'duplicate-booking': ({ bookings }, place) => void bookings.push({ ...lineAt(bookings, place), entryId: 'again' }),
  amount: ({ lines }, place, rng) => {
    const line = lineAt(lines, place)
    lines[place] = { ...line, minor: line.minor + (rng.nextUint32() % 2 === 0 ? 1n : -1n) }
  },
  'wrong-asset': ({ lines }, place) => {
    const line = lineAt(lines, place)
    lines[place] = { ...line, asset: line.asset === 'MXN' ? 'USD' : 'MXN' }
  },
  'wrong-direction': ({ lines }, place) => {
    const line = lineAt(lines, place)
    lines[place] = { ...line, direction: line.direction === 'in' ? 'out' : 'in' }
  },
  reversed: ({ lines }, place) => {
    const line = lineAt(lines, place)
    const externalId = `${line.externalId}-back`
    const direction = line.direction === 'in' ? 'out' : 'in'
    lines.push({ ...line, externalId, direction, reverses: line.externalId })
  },
  split: ({ lines }, place) => {
    const line = lineAt(lines, place)
    const first = line.minor / 3n
    lines.splice(place, 1)
    lines.push({ ...line, externalId: `${line.externalId}-a`, minor: first })
    lines.push({ ...line, externalId: `${line.externalId}-b`, minor: line.minor - first })
  },
  merged: ({ lines }, place) => {
    const line = lineAt(lines, place)
    const other = lines.find((one) => one !== line && one.asset === line.asset && one.direction === line.direction)
    if (other === undefined) throw new Error('nothing to merge with')
    lines.splice(lines.indexOf(line), 1)
    lines.splice(lines.indexOf(other), 1)
    lines.push({ ...line, externalId: `${line.externalId}+`, minor: line.minor + other.minor })
  },
  late: ({ bookings }, place) => {
    const booking = lineAt(bookings, place)
    bookings[place] = { ...booking, at: later(booking.at, 25 * hourMs) }
  },
}

function lineAt<Side>(sides: readonly Side[], place: number): Side {
  const found = sides[place]
  if (found === undefined) throw new Error(`nothing at ${place}`)
  return found
}

describe('reconciliation', () => {
  it('raises no alarm over 100,000 clean lines, in whatever order they come', () => {
    const rng = seededRng(24, 'clean')
    const { lines, bookings } = cleanDay(rng, 100_000, 'clean')
    bookings.reverse()
    expect(reconcile(lines, bookings, patience)).toEqual([])
  })

  it('finds and names every one of 1,000 planted faults, and nothing else', () => {
    const rng = seededRng(24, 'faults')
    const found = new Map<DifferenceKind, number>()
    for (let round = 0; round < 1_000; round += 1) {
      const kind = lineAt(differenceKinds, round % differenceKinds.length)
      const day = cleanDay(rng, 30, `day${round}`)
      plants[kind](day, integerBetween(rng, 0, 29), rng)
      const differences = reconcile(day.lines, day.bookings, patience)
      expect(
        differences.map((one) => one.kind),
        `round ${round}`,
      ).toEqual([kind])
      expect(differences[0]?.minor === 0n).toBe(kind === 'late')
      found.set(kind, (found.get(kind) ?? 0) + 1)
    }
    expect([...found.keys()].sort()).toEqual([...differenceKinds].sort())
  })

  it('finds several faults of a day at once', () => {
    const rng = seededRng(24, 'several')
    const day = cleanDay(rng, 200, 'mixed')
    const wanted = ['missing-in-books', 'amount', 'wrong-asset', 'duplicate-line', 'reversed'] as const
    wanted.forEach((kind, index) => {
      plants[kind](day, 190 - index * 30, rng)
    })
    const kinds = reconcile(day.lines, day.bookings, patience).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual([...wanted].sort())
  })

  it('waits for what is on its way, and no longer', () => {
    const line: Line = { externalId: 'a', direction: 'in', asset: 'MXN', minor: 1n, at: later(now, -60_000) }
    expect(reconcile([line], [], patience)).toEqual([])
    expect(reconcile([line], [], { ...patience, now: later(now, patience.graceMs) })).toMatchObject([
      { kind: 'missing-in-books', externalId: 'a', minor: 1n },
    ])
  })

  it('takes a reversal that is booked for what it is', () => {
    const at = later(now, -hourMs)
    const line: Line = { externalId: 'a', direction: 'in', asset: 'MXN', minor: 5n, at }
    const back: Line = { externalId: 'a-back', direction: 'out', asset: 'MXN', minor: 5n, at, reverses: 'a' }
    const bookings = [line, back].map(({ reverses, ...side }) => ({ ...side, entryId: `ent ${reverses}` }))
    expect(reconcile([line, back], bookings, patience)).toEqual([])
  })
})
