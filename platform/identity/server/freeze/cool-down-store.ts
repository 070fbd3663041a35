import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { type AccountHold, type CoolDown, coolDownReasons } from '../money-guards.ts'

export async function insertCoolDown(tx: Tx, customerId: Id<'cus'>, coolDown: CoolDown): Promise<void> {
  const { reason, from, until } = coolDown
  await tx`
    insert into cool_down (customer_id, reason, from_at, until_at) values (${customerId}, ${reason}, ${from}, ${until})`
}

/** Those in force, the latest to end first. */
export async function findCoolDowns(db: Db, customerId: Id<'cus'>, now: Instant): Promise<readonly CoolDown[]> {
  const rows = await db<{ reason: string; from_at: bigint; until_at: bigint }[]>`
    select reason, from_at, until_at from cool_down
    where customer_id = ${customerId} and until_at > ${now} and lifted_at is null
    order by until_at desc, number desc limit 20`
  return rows.flatMap((row) => {
    const reason = coolDownReasons.find((known) => known === row.reason)
    const [from, until] = [instant(Number(row.from_at)), instant(Number(row.until_at))]
    return reason === undefined ? [] : [{ reason, from, until }]
  })
}

/**
 * The time from the first to the last change of what protects the account that is not longer ago than `leastMs`, or whose
 * cool-down is not over; undefined when there is none.
 */
export async function findAccountHold(
  db: Db,
  customerId: Id<'cus'>,
  now: Instant,
  leastMs: number,
): Promise<AccountHold | undefined> {
  const [row] = await db<{ from_at: bigint | null; until_at: bigint | null }[]>`
    select min(from_at) as from_at, max(greatest(until_at, from_at + ${leastMs}::bigint)) as until_at from cool_down
    where customer_id = ${customerId} and lifted_at is null
      and greatest(until_at, from_at + ${leastMs}::bigint) > ${now}`
  if (row?.from_at == null || row.until_at === null) return undefined
  return { from: instant(Number(row.from_at)), until: instant(Number(row.until_at)) }
}

/** Lifts the owner's own freeze. @returns whether there was one in force. */
export async function liftFreeze(tx: Tx, customerId: Id<'cus'>, at: Instant): Promise<boolean> {
  const done = await tx`
    update cool_down set lifted_at = ${at}
    where customer_id = ${customerId} and reason = 'frozen-by-owner' and until_at > ${at} and lifted_at is null`
  return done.count > 0
}

// ---- Links that freeze ----

export async function insertFreezeLink(
  tx: Tx,
  link: {
    readonly customerId: Id<'cus'>
    readonly tokenHash: Buffer
    readonly at: Instant
    readonly expiresAt: Instant
  },
): Promise<void> {
  await tx`
    insert into freeze_link (token_hash, customer_id, made_at, expires_at)
    values (${link.tokenHash}, ${link.customerId}, ${link.at}, ${link.expiresAt})`
}

/** Uses a link up. @returns whose it was, or undefined when there is no such link any more. */
export async function useFreezeLink(tx: Tx, tokenHash: Buffer, at: Instant): Promise<Id<'cus'> | undefined> {
  const [row] = await tx<{ customer_id: Id<'cus'> }[]>`
    update freeze_link set used_at = ${at}
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${at}
    returning customer_id`
  return row?.customer_id
}

export async function removeOldFreezeLinks(db: Db, before: Instant): Promise<void> {
  await db`delete from freeze_link where expires_at < ${before}`
}
