import { type Id, type Instant, idOf } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { codeRules } from '../domain/index.ts'

/** Makes every sender of codes to one address wait for the others, so that the limit per hour is exact. */
export async function lockCodesOf(tx: Tx, address: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`one-time-code ${address}`}, 0))`
}

/**
 * When the last codes were sent to an address, newest first. What a clock that ran ahead recorded as later than now does
 * not count: nobody could ask for another code until then.
 */
export async function codesSentTo(tx: Tx, address: string, since: number, now: number): Promise<readonly number[]> {
  const rows = await tx<{ created_at: bigint }[]>`
    select created_at from one_time_code where address = ${address} and created_at > ${since} and created_at <= ${now}
    order by created_at desc limit ${codeRules.perHour}`
  return rows.map((row) => Number(row.created_at))
}

interface NewCode {
  readonly id: Id<'cod'>
  readonly address: string
  readonly purpose: string
  /** Undefined makes a decoy. */
  readonly hash: Buffer | undefined
  readonly at: Instant
  readonly expiresAt: Instant
}

export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await tx`
    insert into one_time_code (id, address, purpose, code_hash, created_at, expires_at)
    values (${code.id}, ${code.address}, ${code.purpose}, ${code.hash ?? null}, ${code.at}, ${code.expiresAt})`
}

/**
 * Takes one of the tries of the newest code of an address and purpose. Only the one made last counts, by number and not by
 * the clock: a new one voids the others.
 * @returns the code's hash, or undefined when there is none to try, or no try left.
 */
export async function takeCodeTry(
  tx: Tx,
  query: { readonly address: string; readonly purpose: string; readonly now: Instant },
): Promise<{ readonly id: Id<'cod'>; readonly hash: Buffer | undefined } | undefined> {
  const [row] = await tx<{ id: string; code_hash: Buffer | null }[]>`
    update one_time_code set tries = tries + 1
    where id = (
        select id from one_time_code where address = ${query.address} and purpose = ${query.purpose}
        order by number desc limit 1)
      and used_at is null and expires_at > ${query.now} and tries < ${codeRules.tries}
    returning id, code_hash`
  return row === undefined ? undefined : { id: idOf('cod', row.id), hash: row.code_hash ?? undefined }
}

/** Uses a code up. @returns false when somebody else was faster. */
export async function useCode(tx: Tx, id: Id<'cod'>, at: Instant): Promise<boolean> {
  const done = await tx`update one_time_code set used_at = ${at} where id = ${id} and used_at is null`
  return done.count === 1
}

export async function removeOldCodes(db: Db, before: Instant): Promise<void> {
  await db`delete from one_time_code where created_at < ${before}`
}
