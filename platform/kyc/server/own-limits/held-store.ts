import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { AccountId } from '@bolsillo/ledger/domain'
import type { Db, Tx } from '@bolsillo/server-kit'

/** Money that came in beyond a limit. `left`: what of it is still set aside. */
export interface LimitHold {
  readonly holdId: Id<'hld'>
  readonly customerId: Id<'cus'>
  readonly account: AccountId
  readonly asset: string
  readonly depositId: string
  readonly left: bigint
  readonly openedAt: Instant
}

interface HoldRow {
  readonly hold_id: Id<'hld'>
  readonly customer_id: Id<'cus'>
  readonly account: AccountId
  readonly asset: string
  readonly deposit_id: string
  readonly left: bigint
  readonly opened_at: bigint
}

const holdOf = (row: HoldRow): LimitHold => ({
  holdId: row.hold_id,
  customerId: row.customer_id,
  account: row.account,
  asset: row.asset,
  depositId: row.deposit_id,
  left: row.left,
  openedAt: instant(Number(row.opened_at)),
})

/** Open holds of a customer read at once. */
const holdsMax = 500

export async function findHeldOf(db: Db, customerId: Id<'cus'>): Promise<readonly LimitHold[]> {
  const rows = await db<HoldRow[]>`
    select hold_id, customer_id, account, asset, deposit_id, opened - released as left, opened_at from limit_hold
    where customer_id = ${customerId} and released < opened order by opened_at, hold_id limit ${holdsMax}`
  return rows.map(holdOf)
}

/** Amounts set aside on an account, oldest first. They do not change while the account is locked. */
export async function findHeldOn(db: Db, account: AccountId): Promise<readonly LimitHold[]> {
  const rows = await db<HoldRow[]>`
    select hold_id, customer_id, account, asset, deposit_id, opened - released as left, opened_at from limit_hold
    where account = ${account} and released < opened order by opened_at, hold_id limit ${holdsMax}`
  return rows.map(holdOf)
}

/** Accounts with money set aside, those first that were looked at longest ago. */
export async function findAccountsToLookAt(db: Db, limit: number): Promise<readonly AccountId[]> {
  const rows = await db<{ account: AccountId }[]>`
    select account from limit_hold where released < opened
    group by account order by min(looked_at), account limit ${limit}`
  return rows.map(({ account }) => account)
}

export async function noteLook(tx: Tx, account: AccountId, now: Instant): Promise<void> {
  await tx`update limit_hold set looked_at = ${now} where account = ${account} and released < opened`
}

export async function insertHold(tx: Tx, hold: LimitHold): Promise<void> {
  await tx`
    insert into limit_hold (hold_id, customer_id, account, asset, deposit_id, opened, opened_at, looked_at)
    values (${hold.holdId}, ${hold.customerId}, ${hold.account}, ${hold.asset}, ${hold.depositId}, ${hold.left},
      ${hold.openedAt}, ${hold.openedAt})`
}

export async function insertRelease(
  tx: Tx,
  of: {
    readonly entryId: Id<'ent'>
    readonly holdId: Id<'hld'>
    readonly cause: string
    readonly minor: bigint
    readonly at: Instant
  },
): Promise<void> {
  await tx`update limit_hold set released = released + ${of.minor} where hold_id = ${of.holdId}`
  await tx`
    insert into limit_release (entry_id, hold_id, cause, minor, at)
    values (${of.entryId}, ${of.holdId}, ${of.cause}, ${of.minor}, ${of.at})`
}

/** Amounts released for a cause, by the deposit they belong to. */
export async function findReleasedFor(
  db: Db,
  cause: string,
): Promise<readonly { readonly depositId: string; readonly minor: bigint }[]> {
  const rows = await db<{ deposit_id: string; minor: bigint }[]>`
    select hold.deposit_id, sum(release.minor)::bigint as minor
    from limit_release as release join limit_hold as hold using (hold_id)
    where release.cause = ${cause} group by hold.deposit_id order by hold.deposit_id`
  return rows.map(({ deposit_id, minor }) => ({ depositId: deposit_id, minor }))
}

/** What became tradable since: in all in pesos, and of one asset in its own units. */
export async function sumCounted(
  db: Db,
  customerId: Id<'cus'>,
  since: Instant,
  asset: string,
): Promise<{ readonly pesos: bigint; readonly minor: bigint }> {
  const [row] = await db<{ pesos: bigint; minor: bigint }[]>`
    select coalesce(sum(pesos), 0)::bigint as pesos,
      coalesce(sum(minor) filter (where asset = ${asset}), 0)::bigint as minor
    from limit_counted where customer_id = ${customerId} and at >= ${since}`
  return row ?? { pesos: 0n, minor: 0n }
}

export async function insertCounted(
  tx: Tx,
  of: {
    readonly customerId: Id<'cus'>
    readonly asset: string
    readonly minor: bigint
    readonly pesos: bigint
    readonly at: Instant
    readonly entryId: Id<'ent'>
  },
): Promise<void> {
  await tx`
    insert into limit_counted (customer_id, asset, minor, pesos, at, entry_id)
    values (${of.customerId}, ${of.asset}, ${of.minor}, ${of.pesos}, ${of.at}, ${of.entryId})`
}
