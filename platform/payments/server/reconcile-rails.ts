import { decimalUnits, type Instant, instant, maxOf, money, present, wallTime } from '@bolsillo/kernel'
import { nameCause, type Services, type Tx, transaction } from '@bolsillo/server-kit'
import {
  type Booking,
  type Difference,
  innerKinds,
  type Line,
  type PaymentRail,
  payableAssets,
  railCustody,
  reconcile,
  reconciliationLimits,
} from '../domain/index.ts'
import { reconcileEveryMinutes } from '../domain/reconcile-times.ts'
import type { PaymentsDeps } from './deps.ts'
import {
  closeDifference,
  type DaySums,
  findFreezes,
  findOpenDifferences,
  insertDifference,
  insertFreeze,
  insertRun,
  insertThaw,
} from './reconciliation-store.ts'

export const reconcileEveryMs = reconcileEveryMinutes * 60_000
const dayMs = 86_400_000
/** How far back each comparison looks; further for what is still open. */
const windowMs = 3 * dayMs
/** Read beyond the window on either side, so that its edge cuts nothing in two. */
const marginMs = 2 * dayMs
/** How far back the statement is read for a booking it seems to lack: a rail that was silent for days was booked late. */
const lateReadMs = 30 * dayMs
const graceMs = 10 * 60_000
const lateMs = dayMs
const entriesMax = 50_000
const freezeMs = 2 * 3_600_000
const zone = 'America/Mexico_City'

type Deps = Pick<PaymentsDeps, 'services' | 'ledger' | 'settings' | 'rails'>

/** Compares every rail's statement with the books, keeps what differs, and holds payments back where it is too much. */
export async function reconcileRails(deps: Deps): Promise<void> {
  for (const rail of deps.rails) {
    try {
      await reconcileRail(deps, rail)
    } catch (error) {
      // A rail that cannot be asked leaves the others compared; that it is silent is on the console's page.
      deps.services.log.error({ rail: rail.id, error }, 'a rail could not be compared with the books')
    }
  }
}

async function reconcileRail(deps: Deps, rail: PaymentRail): Promise<void> {
  const { services } = deps
  const now = services.clock.now()
  const open = await findOpenDifferences(services.sql, rail.id)
  const earliest = open.reduce((at, difference) => Math.min(at, difference.at), now - windowMs)
  const from = instant(Math.max(0, earliest))
  const readFrom = instant(Math.max(0, from - marginMs))
  const bookings = await bookingsOf(deps, rail, readFrom)
  const lines = await linesFor(rail, bookings, { readFrom, from, now })
  const { lines: comparedLines, bookings: comparedBookings } = withinWindow(lines, bookings, from)
  const differences = reconcile(comparedLines, comparedBookings, { now, graceMs, lateMs })
  const runId = services.ids.next('rec')
  await transaction(services.sql, async (tx) => {
    await nameCause(tx, { cause: 'job:payments.reconcile' })
    await insertRun(tx, {
      id: runId,
      railId: rail.id,
      ranAt: now,
      from,
      to: now,
      lines: comparedLines.length,
      bookings: comparedBookings.length,
      differences: differences.length,
      days: daySums(comparedLines, comparedBookings),
    })
    await keep(services, tx, { rail, runId, now, differences })
    const accepted = new Set(open.filter(({ acceptedAt }) => acceptedAt !== undefined).map(fingerprint))
    const unclear = differences.filter((one) => !accepted.has(fingerprint(one)))
    for (const asset of rail.assets) await holdBack(deps, tx, { rail, runId, now, differences: unclear, asset })
  })
}

/** The statement, with the lines of what was booked long after it happened. */
async function linesFor(
  rail: PaymentRail,
  bookings: readonly Booking[],
  { readFrom, from, now }: { readonly readFrom: Instant; readonly from: Instant; readonly now: Instant },
): Promise<Line[]> {
  const lines = await linesOf(rail, readFrom, instant(now + 1))
  const shown = new Set(lines.map(({ externalId }) => externalId))
  const compared = withinWindow(lines, bookings, from).bookings
  const lacking = compared.filter(({ at, externalId }) => at + graceMs <= now && !shown.has(externalId))
  if (lacking.length === 0) return lines
  const ids = new Set(lacking.map(({ externalId }) => externalId))
  const older = await linesOf(rail, instant(Math.max(0, readFrom - lateReadMs)), readFrom)
  return [...older.filter(({ externalId }) => ids.has(externalId)), ...lines]
}

async function linesOf(rail: PaymentRail, from: Instant, to: Instant): Promise<Line[]> {
  return (await rail.statement(from, to)).map(({ amount, ...line }) => ({
    ...line,
    asset: amount.asset.code,
    minor: amount.minor,
  }))
}

/** Our entries on a rail's custody since an instant. What moves no money on the rail is left out. */
async function bookingsOf({ ledger, services }: Deps, rail: PaymentRail, from: Instant): Promise<Booking[]> {
  const found: Booking[] = []
  for (const asset of rail.assets) {
    const account = railCustody(rail.id, asset)
    let before: { readonly seq: bigint; readonly line: number } | undefined
    for (let read = 0; read < entriesMax; ) {
      const page = await ledger.entriesOfAccount(services.sql, account, {
        limit: 500,
        movedOnly: true,
        ...(before === undefined ? {} : { before }),
      })
      for (const { entry, line } of page) {
        const posted = present(entry.postings[line], 'the posting of a line').posted
        if (entry.at < from || innerKinds.includes(entry.kind)) continue
        found.push({
          // An entry that names no movement of the rail matches nothing: it is a difference by itself.
          externalId: entry.details.externalId ?? `entry-${entry.id}`,
          direction: posted < 0n ? 'in' : 'out',
          asset,
          minor: maxOf(posted, -posted),
          at: entry.at,
          entryId: entry.id,
        })
      }
      const last = page.at(-1)
      if (last === undefined || page.length < 500 || last.entry.at < from) break
      before = { seq: last.seq, line: last.line }
      read += page.length
    }
  }
  return found
}

/** What is in the window, and what belongs to it from beyond its edge. */
function withinWindow(lines: readonly Line[], bookings: readonly Booking[], from: Instant) {
  const inside = new Set([...lines, ...bookings].filter(({ at }) => at >= from).map(({ externalId }) => externalId))
  const belongs = ({ externalId }: { readonly externalId: string }): boolean => inside.has(externalId)
  const reversed = new Set(lines.filter(belongs).flatMap(({ reverses }) => (reverses === undefined ? [] : [reverses])))
  return {
    lines: lines.filter((line) => belongs(line) || reversed.has(line.externalId)),
    bookings: bookings.filter((booking) => belongs(booking) || reversed.has(booking.externalId)),
  }
}

function daySums(lines: readonly Line[], bookings: readonly Booking[]): DaySums[] {
  const days = new Map<string, { -readonly [Key in keyof DaySums]: DaySums[Key] }>()
  const dayOf = (side: Line | Booking) => {
    const { date } = wallTime(side.at, zone)
    const key = `${date} ${side.asset}`
    const zeros = { lines: 0, bookings: 0, lineIn: '0', lineOut: '0', bookedIn: '0', bookedOut: '0' }
    const day = days.get(key) ?? { date, asset: side.asset, ...zeros }
    days.set(key, day)
    return day
  }
  const plus = (sum: string, minor: bigint): string => (BigInt(sum) + minor).toString()
  for (const line of lines) {
    const day = dayOf(line)
    day.lines += 1
    if (line.direction === 'in') day.lineIn = plus(day.lineIn, line.minor)
    else day.lineOut = plus(day.lineOut, line.minor)
  }
  for (const booking of bookings) {
    const day = dayOf(booking)
    day.bookings += 1
    if (booking.direction === 'in') day.bookedIn = plus(day.bookedIn, booking.minor)
    else day.bookedOut = plus(day.bookedOut, booking.minor)
  }
  return [...days.values()].sort((a, b) =>
    a.date === b.date ? (a.asset < b.asset ? -1 : 1) : a.date < b.date ? 1 : -1,
  )
}

interface Found {
  readonly rail: PaymentRail
  readonly runId: string
  readonly now: Instant
  readonly differences: readonly Difference[]
}

const fingerprint = (one: Difference): string => [one.kind, one.externalId, one.asset, one.minor].join('|')

/** Keeps what is new, and closes what is gone. */
async function keep({ ids }: Services, tx: Tx, { rail, runId, now, differences }: Found): Promise<void> {
  const open = await findOpenDifferences(tx, rail.id)
  const known = new Set(open.map(fingerprint))
  const still = new Set(differences.map(fingerprint))
  for (const difference of differences) {
    if (known.has(fingerprint(difference))) continue
    known.add(fingerprint(difference))
    await insertDifference(tx, { ...difference, id: ids.next('rdf'), railId: rail.id, runId, foundAt: now })
  }
  for (const one of open) if (!still.has(fingerprint(one))) await closeDifference(tx, one.id, runId, now)
}

/** Payments of one asset wait while what differs of it is above the limit; those of others go on. */
async function holdBack(
  { services, settings }: Deps,
  tx: Tx,
  { rail, runId, now, differences, asset }: Found & { readonly asset: string },
): Promise<void> {
  const unit = present(payableAssets[asset], `asset ${asset}`)
  const limit = present(reconciliationLimits[asset], `limit of ${asset}`)
  const atStake = differences.reduce((sum, one) => (one.asset === asset ? sum + one.minor : sum), 0n)
  const allowed = decimalUnits(settings.get(limit), unit.scale)
  const running = (await findFreezes(tx, now, asset)).filter((freeze) => freeze.railId === rail.id)
  if (atStake <= allowed) {
    for (const { id } of running) await insertThaw(tx, id, runId, now)
    return
  }
  if (running.some(({ until }) => until > now + freezeMs / 2)) return
  services.log.error({ rail: rail.id, asset, atStake: atStake.toString() }, 'payments wait: statement and books differ')
  await insertFreeze(tx, {
    id: services.ids.next('frz'),
    railId: rail.id,
    difference: money(atStake, unit),
    from: now,
    until: instant(now + freezeMs),
    runId,
  })
}
