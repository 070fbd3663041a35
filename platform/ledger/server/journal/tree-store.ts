import type { Db, Tx } from '@bolsillo/server-kit'
import { actHash, findActsBetween } from './journal-store.ts'
import { findOldHashes } from './old-blocks-store.ts'

/**
 * The hashes of acts `from` to `to`, both included and numbered from 1; of entries where they are from before acts.
 * Fewer when the journal lacks one.
 */
export async function findHashesBetween(db: Db, from: bigint, to: bigint): Promise<readonly Uint8Array[]> {
  const acts = await findActsBetween(db, from, to)
  const hashes = acts.map(({ bytes }) => actHash(bytes))
  const firstAct = acts[0]?.seq ?? to + 1n
  return firstAct === from ? hashes : [...(await findOldHashes(db, from, firstAct - 1n)), ...hashes]
}

/** The stored nodes of a level from place `from` on, at most `count`, one after the other: 32 bytes each. */
export async function findTreeNodes(db: Db, level: number, from: bigint, count: number): Promise<Buffer> {
  const [row] = await db<{ hashes: Buffer | null }[]>`
    select string_agg(hash, ''::bytea order by place) as hashes from ledger_tree
    where level = ${level} and place >= ${from} and place < ${from + BigInt(count)}`
  return row?.hashes ?? Buffer.alloc(0)
}

/** By level the place after the last stored node. */
export async function findTreeEnds(db: Db): Promise<ReadonlyMap<number, bigint>> {
  const rows = await db<{ level: number; end: bigint }[]>`
    select level, max(place) + 1 as "end" from ledger_tree group by level`
  return new Map(rows.map(({ level, end }) => [level, end]))
}

/** The place after the last stored node of a level. */
export async function findTreeEnd(db: Db, level: number): Promise<bigint> {
  const [row] = await db<{ end: bigint | null }[]>`
    select max(place) + 1 as "end" from ledger_tree where level = ${level}`
  return row?.end ?? 0n
}

/** Adds complete nodes of a level. The database refuses a gap, nodes beyond the journal and other nodes in their place. */
export async function insertTreeNodes(
  db: Db,
  level: number,
  from: bigint,
  hashes: readonly Uint8Array[],
): Promise<void> {
  const texts = hashes.map((hash) => `\\x${Buffer.from(hash).toString('hex')}`)
  await db`select ledger_grow_tree(${level}, ${from}, ${texts}::text[]::bytea[])`
}

/** One server of an installation at a time signs a head: the line it adds must follow the last one of the file. */
export async function lockSigning(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('ledger heads', 0))`
}
