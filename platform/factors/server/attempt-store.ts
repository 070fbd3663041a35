import type { Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** A row of failed attempts. */
export interface Attempts {
  readonly key: string
  readonly failures: number
  readonly lastAt: number
  readonly lockedUntil: number
}

/** Locks the rows of these keys, in key order, making those that are missing. */
export async function lockAttempts(tx: Tx, keys: readonly string[]): Promise<readonly Attempts[]> {
  const sorted = [...keys].sort()
  await tx`
    insert into sign_in_attempt (key, failures, last_at, locked_until)
    select key, 0, 0, 0 from unnest(${sorted}::text[]) as key order by key
    on conflict do nothing`
  const rows = await tx<{ key: string; failures: number; last_at: bigint; locked_until: bigint }[]>`
    select * from sign_in_attempt where key = any (${sorted}::text[]) order by key for update`
  return rows.map((row) => ({
    key: row.key,
    failures: row.failures,
    lastAt: Number(row.last_at),
    lockedUntil: Number(row.locked_until),
  }))
}

export async function saveAttempts(tx: Tx, rows: readonly Attempts[]): Promise<void> {
  await tx`
    update sign_in_attempt set failures = now.failures, last_at = now.last_at, locked_until = now.locked_until
    from unnest(
      ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ failures }) => failures)}::integer[],
      ${rows.map(({ lastAt }) => String(lastAt))}::bigint[],
      ${rows.map(({ lockedUntil }) => String(lockedUntil))}::bigint[]
    ) as now (key, failures, last_at, locked_until)
    where sign_in_attempt.key = now.key`
}

/** Forgets the failures of an account, on every device. */
export async function clearAttemptsOf(tx: Tx, keyPrefix: string): Promise<void> {
  await tx`delete from sign_in_attempt where starts_with(key, ${keyPrefix})`
}

export async function removeOldAttempts(db: Db, before: Instant, now: Instant): Promise<void> {
  await db`delete from sign_in_attempt where last_at < ${before} and locked_until < ${now}`
}
