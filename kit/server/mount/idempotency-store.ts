import type { Instant } from '@bolsillo/kernel'
import type { Db, IdempotencyClaim, StoredAnswer, Tx } from '../room.ts'

/** A request with a key, answered. */
export interface IdempotencyRecord {
  readonly claim: IdempotencyClaim
  readonly answer: StoredAnswer
}

/**
 * Keeps the answers of commands in the transaction of their effects, with one statement.
 * @throws a unique violation when one of the keys was used meanwhile: the transaction must not commit then.
 */
export async function saveIdempotencyRecords(
  tx: Tx,
  records: readonly IdempotencyRecord[],
  at: Instant,
): Promise<void> {
  if (records.length === 0) return
  await tx`
    insert into idempotency_record (scope, key, body_hash, status, body, created_at)
    select record.*, ${at}::bigint
    from unnest(
      ${records.map(({ claim }) => claim.scope)}::text[],
      ${records.map(({ claim }) => claim.key)}::text[],
      ${records.map(({ claim }) => claim.bodyHash)}::text[],
      ${records.map(({ answer }) => answer.status)}::integer[],
      ${records.map(({ answer }) => answer.body)}::text[]
    ) as record`
}

/** The record of a key: the hash of its request's body, and the answer. */
export interface KnownKey {
  readonly bodyHash: string
  readonly answer: StoredAnswer
}

/** The records of keys, in their order; undefined where there is none. */
export async function findIdempotencyRecords(
  db: Db,
  claims: readonly IdempotencyClaim[],
): Promise<readonly (KnownKey | undefined)[]> {
  const rows = await db<{ place: bigint; body_hash: string; status: number; body: string }[]>`
    select asked.place, body_hash, status, body
    from unnest(${claims.map(({ scope }) => scope)}::text[], ${claims.map(({ key }) => key)}::text[])
      with ordinality as asked (scope, key, place)
    join idempotency_record using (scope, key)`
  const known: (KnownKey | undefined)[] = claims.map(() => undefined)
  for (const { place, body_hash: bodyHash, status, body } of rows)
    known[Number(place) - 1] = { bodyHash, answer: { status, body } }
  return known
}

/** Those of these keys that have a record already, as `<scope> <key>`. For writers that commit many commands at once. */
export async function findUsedKeys(db: Db, claims: readonly IdempotencyClaim[]): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set()
  const rows = await db<{ scope: string; key: string }[]>`
    select scope, key from idempotency_record
    join unnest(${claims.map(({ scope }) => scope)}::text[], ${claims.map(({ key }) => key)}::text[]) as wanted (scope, key)
      using (scope, key)`
  return new Set(rows.map((row) => `${row.scope} ${row.key}`))
}

/**
 * Takes the key for this transaction, so that the same request elsewhere sees it is in flight.
 * @returns false when another transaction has it.
 */
export async function lockIdempotencyKey(tx: Tx, claim: IdempotencyClaim): Promise<boolean> {
  const [row] = await tx<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${claim.scope} ${claim.key}`}, 0)) as free`
  return row?.free === true
}

/** Removes records older than `before`. @returns how many. */
export async function removeOldIdempotencyRecords(db: Db, before: Instant): Promise<number> {
  const gone = await db`delete from idempotency_record where created_at < ${before}`
  return gone.count
}
