import { assert, type Id, type Instant, minOf } from '@bolsillo/kernel'
import type { AccountId, JournalEntry } from '@bolsillo/ledger/domain'
import { type Db, type Tx, transaction } from '@bolsillo/server-kit'
import {
  beyondLimitEntry,
  limitPeriods,
  limitState,
  periodAt,
  tradablePart,
  withinLimitEntry,
} from '../../domain/index.ts'
import type { OwnLimitsDeps } from './deps.ts'
import {
  findHeldOn,
  findReleasedFor,
  insertCounted,
  insertHold,
  insertRelease,
  type LimitHold,
  noteLook,
  sumCounted,
} from './held-store.ts'
import { findChanges, findPauses, lockLimits } from './limit-store.ts'

/** The zone whose midnight begins a day of a level's limit. */
const levelZone = 'America/Mexico_City'

/** Money that was just credited to a customer. */
export interface Credited {
  readonly customerId: Id<'cus'>
  readonly account: AccountId
  readonly asset: string
  readonly minor: bigint
  readonly depositId: string
  readonly entryId: Id<'ent'>
  readonly now: Instant
}

/**
 * Money beyond limits, for rooms that credit it, pay it out or take it back. To be asked under the account's lock and before
 * anything is posted; the entries it answers are posted with the caller's own.
 */
export interface HeldMoney {
  /** Behind the entry that credits: sets aside what no limit has room for. */
  readonly beyond: (tx: Tx, credited: Credited) => Promise<readonly JournalEntry[]>
  /** The amount set aside on an account: withdrawable, not tradable. */
  readonly heldOn: (db: Db, account: AccountId) => Promise<bigint>
  /**
   * The entries before one that takes `minor`: money set aside leaves first, so that tradable money stays. `cause`: the
   * withdrawal or return it leaves for.
   */
  readonly letGo: (
    tx: Tx,
    leaving: { readonly account: AccountId; readonly minor: bigint; readonly cause: string; readonly now: Instant },
  ) => Promise<readonly JournalEntry[]>
  /** Behind the entry that gives `minor` back: sets aside again what had been let go for this cause. */
  readonly cameBack: (
    tx: Tx,
    back: Pick<Credited, 'customerId' | 'account' | 'asset' | 'minor' | 'now'> & { readonly cause: string },
  ) => Promise<readonly JournalEntry[]>
}

/** How much of an amount limits let become tradable now. */
async function roomFor(
  { people, pesosOf }: OwnLimitsDeps,
  tx: Tx,
  { customerId, asset, minor, now }: Pick<Credited, 'customerId' | 'asset' | 'minor' | 'now'>,
): Promise<bigint> {
  const pauses = await findPauses(tx, customerId, now)
  if (pauses.some(({ scope }) => scope === 'everything')) return 0n
  const changes = await findChanges(tx, customerId, now, 'pay-in')
  const pesos: bigint[] = []
  for (const period of limitPeriods) {
    const { current } = limitState(
      changes.filter((one) => one.period === period),
      now,
    )
    if (current?.minor === undefined) continue
    const counted = await sumCounted(tx, customerId, periodAt(period, now, current.zone).from, asset)
    pesos.push(current.minor - counted.pesos)
  }
  const person = await people.find(tx, customerId)
  const level = person === undefined ? undefined : people.limits(person, asset).depositDay
  const today = await sumCounted(tx, customerId, periodAt('day', now, levelZone).from, asset)
  const bounds = { pesos, asset: level === undefined ? [] : [level - today.minor] }
  return tradablePart(minor, pesos.length === 0 ? undefined : pesosOf(asset, minor, now), bounds)
}

/** Makes the ways money beyond limits is held and let go. `lift` looks whether limits have room for what an account holds. */
export function createHeldMoney(
  deps: OwnLimitsDeps,
): HeldMoney & { readonly lift: (account: AccountId) => Promise<boolean> } {
  const { services } = deps
  return {
    beyond: async (tx, credited) => {
      const { customerId, account, asset, minor, depositId, now } = credited
      await lockLimits(tx, customerId)
      const tradable = await roomFor(deps, tx, credited)
      await count(deps, tx, { ...credited, minor: tradable })
      if (tradable === minor) return []
      await record(deps, tx, 'kyc.limit-hold', credited)
      return [await hold(deps, tx, { customerId, account, asset, depositId, left: minor - tradable }, now)]
    },
    heldOn: async (db, account) => (await findHeldOn(db, account)).reduce((sum, { left }) => sum + left, 0n),
    letGo: async (tx, { account, minor, cause, now }) => {
      const entries: JournalEntry[] = []
      let missing = minor
      for (const held of await findHeldOn(tx, account)) {
        const part = minOf(held.left, missing)
        if (part <= 0n) break
        entries.push(await release(deps, tx, held, { minor: part, cause, now }))
        missing -= part
      }
      return entries
    },
    cameBack: async (tx, { customerId, account, asset, minor, cause, now }) => {
      const entries: JournalEntry[] = []
      let left = minor
      for (const released of await findReleasedFor(tx, cause)) {
        const part = minOf(released.minor, left)
        if (part <= 0n) break
        const { depositId } = released
        entries.push(await hold(deps, tx, { customerId, account, asset, depositId, left: part }, now))
        left -= part
      }
      return entries
    },
    lift: (account) => transaction(services.sql, (tx) => lift(deps, tx, account), { cause: 'job:kyc.lift-held-money' }),
  }
}

/** Opens a hold. @returns the entry that sets its money aside. */
async function hold(
  { services: { ids } }: OwnLimitsDeps,
  tx: Tx,
  of: Omit<LimitHold, 'holdId' | 'openedAt'>,
  now: Instant,
): Promise<JournalEntry> {
  const holdId = ids.next('hld')
  await insertHold(tx, { ...of, holdId, openedAt: now })
  const { account, asset, left: minor, depositId } = of
  const reference = `deposit:${depositId}`
  return beyondLimitEntry({ entryId: ids.next('ent'), holdId, account, asset, minor, at: now, reference })
}

/** Lets a part of a hold go. @returns the entry that does it. */
async function release(
  { services: { ids } }: OwnLimitsDeps,
  tx: Tx,
  { holdId, account, asset }: LimitHold,
  { minor, cause, now }: { readonly minor: bigint; readonly cause: string; readonly now: Instant },
): Promise<JournalEntry> {
  const entryId = ids.next('ent')
  await insertRelease(tx, { entryId, holdId, cause, minor, at: now })
  return withinLimitEntry({ entryId, holdId, account, asset, minor, at: now, reference: cause })
}

/** Counts what became tradable against the limits of its days. */
async function count({ pesosOf }: OwnLimitsDeps, tx: Tx, of: Omit<Credited, 'account' | 'depositId'>): Promise<void> {
  const { customerId, asset, minor, entryId, now } = of
  if (minor === 0n) return
  await insertCounted(tx, { customerId, asset, minor, pesos: pesosOf(asset, minor, now) ?? 0n, at: now, entryId })
}

async function record(
  { audit }: OwnLimitsDeps,
  tx: Tx,
  action: string,
  { customerId, asset, depositId, now }: Pick<Credited, 'customerId' | 'asset' | 'depositId' | 'now'>,
): Promise<void> {
  await audit.record(tx, {
    at: now,
    actor: 'limits',
    action,
    subject: customerId,
    details: { asset, deposit: depositId },
  })
}

/** Lets go what limits have room for now, oldest first. Answers whether anything was. */
async function lift(deps: OwnLimitsDeps, tx: Tx, account: AccountId): Promise<boolean> {
  const { ledger, services } = deps
  await ledger.lock(tx, [account])
  const now = services.clock.now()
  const [first] = await findHeldOn(tx, account)
  if (first === undefined) return false
  await lockLimits(tx, first.customerId)
  const entries: JournalEntry[] = []
  for (const held of await findHeldOn(tx, account)) {
    const { customerId, asset, left: minor, depositId } = held
    const part = await roomFor(deps, tx, { customerId, asset, minor, now })
    if (part === 0n) break
    const entry = await release(deps, tx, held, { minor: part, cause: 'limits:room', now })
    entries.push(entry)
    await count(deps, tx, { customerId, asset, minor: part, entryId: entry.id, now })
    await record(deps, tx, 'kyc.limit-lift', { customerId, asset, depositId, now })
  }
  await noteLook(tx, account, now)
  if (entries.length === 0) return false
  const posted = await ledger.post(tx, entries)
  assert(posted.kind === 'posted', 'letting go of what is set aside takes nothing')
  return true
}
