import { accountOf, limitDay, type Model, must, type OwnLimit, ownAccount } from './model.ts'

// A customer's own limits for paying in, and the daily limit of their level: what came in beyond them is the customer's,
// set aside, first to leave, and let go as soon as a limit has room.

const dayMs = 86_400_000
/** Loosening waits a day. */
const looseningMs = dayMs

export type Period = 'day' | 'week' | 'month'
export const periods: readonly Period[] = ['day', 'week', 'month']

/** The limit that is in force now; what waited and has come takes its place. */
export function limitNow(model: Model, customer: string, period: Period, now: number): OwnLimit {
  const key = `${customer} ${period}`
  const found: OwnLimit = model.limits.get(key) ?? { minor: undefined }
  model.limits.set(key, found)
  if (found.pending === undefined || found.pending.at > now) return found
  found.minor = found.pending.minor
  delete found.pending
  return found
}

/** Why a limit cannot be set: it is so already, and nothing waits. */
export function limitProblem(model: Model, customer: string, period: Period, minor: bigint | undefined, now: number) {
  const found = limitNow(model, customer, period, now)
  return found.minor === minor && found.pending === undefined ? 'it is so already' : undefined
}

/** Tighter at once, looser after a day; what waited before is forgotten. @returns whether it waits. */
export function setLimit(model: Model, customer: string, period: Period, minor: bigint | undefined, now: number) {
  const found = limitNow(model, customer, period, now)
  delete found.pending
  if (found.minor === minor) return false
  const waits = found.minor !== undefined && (minor === undefined || minor > found.minor)
  if (waits) found.pending = { minor, at: now + looseningMs }
  else found.minor = minor
  return waits
}

/** Everything is paused for a customer until an instant. */
export const isPaused = (model: Model, customer: string, now: number): boolean =>
  (model.pausedUntil.get(customer) ?? 0) > now

/** The number of the period an instant lies in, by the clock of Mexico City: weeks begin on Monday. */
function periodNo(period: Period, at: number): number {
  const day = limitDay(at)
  if (period === 'day') return day
  // The first of January 1970 was a Thursday.
  if (period === 'week') return Math.floor((day + 3) / 7)
  const date = new Date(day * dayMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** What an amount is worth in centavos; undefined: nobody knows. */
const pesosOf = (model: Model, asset: string, minor: bigint): bigint | undefined => {
  const worth = model.worth[asset]
  return worth === undefined ? undefined : minor * worth
}

/** What own limits leave in pesos; undefined: none binds. */
export function pesosLeft(model: Model, customer: string, now: number): bigint | undefined {
  let least: bigint | undefined
  for (const period of periods) {
    const { minor } = limitNow(model, customer, period, now)
    if (minor === undefined) continue
    const used = model.counted
      .filter((one) => one.customer === customer && periodNo(period, one.at) === periodNo(period, now))
      .reduce((sum, { pesos }) => sum + pesos, 0n)
    const left = minor > used ? minor - used : 0n
    if (least === undefined || left < least) least = left
  }
  return least
}

/** Why an announcement is refused by own limits. */
export function announceLimitProblem(model: Model, customer: string, asset: string, minor: bigint, now: number) {
  if (isPaused(model, customer, now)) return 'everything is paused'
  const left = pesosLeft(model, customer, now)
  if (left === undefined) return undefined
  const worth = pesosOf(model, asset, minor)
  return worth !== undefined && worth <= left ? undefined : 'over their own limit'
}

/** How much of an amount may be traded with now. */
export function roomFor(model: Model, customer: string, asset: string, minor: bigint, now: number): bigint {
  if (isPaused(model, customer, now)) return 0n
  const rooms: bigint[] = []
  const level = model.people.get(customer)?.depositDay[asset]
  if (level !== undefined) {
    const today = model.counted
      .filter((one) => one.customer === customer && one.asset === asset && limitDay(one.at) === limitDay(now))
      .reduce((sum, one) => sum + one.minor, 0n)
    rooms.push(level > today ? level - today : 0n)
  }
  const left = pesosLeft(model, customer, now)
  // A unit is worth a whole number of centavos here, so that a part is rounded down the same however it is split.
  if (left !== undefined) rooms.push(model.worth[asset] === undefined ? 0n : left / (model.worth[asset] ?? 1n))
  let least = minor
  for (const room of rooms) if (room < least) least = room
  return least
}

function countTradable(model: Model, customer: string, asset: string, minor: bigint, at: number): void {
  if (minor > 0n) model.counted.push({ customer, asset, minor, pesos: pesosOf(model, asset, minor) ?? 0n, at })
}

/** What is set aside on an account. */
export const beyondOn = (model: Model, account: string): bigint => model.beyond.get(account) ?? 0n

function reserve(model: Model, account: string, minor: bigint): void {
  model.beyond.set(account, beyondOn(model, account) + minor)
  accountOf(model, account).held += minor
}

/** Money was credited: what no limit has room for is set aside. */
export function setAside(model: Model, customer: string, asset: string, minor: bigint, now: number): void {
  const tradable = roomFor(model, customer, asset, minor, now)
  countTradable(model, customer, asset, tradable, now)
  reserve(model, ownAccount(customer, asset), minor - tradable)
  if (tradable < minor) note(model, customer, now)
}

/** What set it aside, for the figures of a world. */
function note(model: Model, customer: string, now: number): void {
  const isOwn = pesosLeft(model, customer, now) !== undefined
  const by = isPaused(model, customer, now) ? 'pause' : isOwn ? 'own limit' : 'level'
  model.asideBy.set(by, (model.asideBy.get(by) ?? 0) + 1)
}

/** Money leaves: what is set aside goes first. @returns how much of it did. */
export function leaveFirst(model: Model, account: string, minor: bigint): bigint {
  const aside = beyondOn(model, account)
  const part = aside < minor ? aside : minor
  reserve(model, account, -part)
  return part
}

/** What left did not go after all: it is set aside again. */
export function setAsideAgain(model: Model, account: string, minor: bigint): void {
  reserve(model, account, minor)
}

/** A limit has room: exactly so much is let go. */
export function lift(model: Model, customer: string, asset: string, minor: bigint, now: number): void {
  const account = ownAccount(customer, asset)
  const due = roomFor(model, customer, asset, beyondOn(model, account), now)
  must(minor === due, 'limits', `${minor} of ${account} are let go, ${due} must be`)
  reserve(model, account, -minor)
  countTradable(model, customer, asset, minor, now)
}
