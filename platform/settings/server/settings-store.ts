import type { Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { SettingValue } from '../domain/index.ts'

/** A change as stored. The value is whatever was valid when it was made. */
interface StoredChange {
  readonly seq: bigint
  readonly key: string
  readonly value: unknown
  readonly effective_at: bigint
}

/** Changes with a number above `after`, in the order they were made. */
export async function findChangesAfter(db: Db, after: bigint): Promise<readonly StoredChange[]> {
  return await db<StoredChange[]>`
    select seq, key, value, effective_at from setting_change where seq > ${after} order by seq`
}

/** Every change of one setting, in the order they were made. */
export async function findAllChangesOf(
  db: Db,
  key: string,
): Promise<readonly (StoredChange & { changed_at: bigint })[]> {
  return await db<(StoredChange & { changed_at: bigint })[]>`
    select seq, key, value, effective_at, changed_at from setting_change where key = ${key} order by seq`
}

/** A change as it is published. */
interface ToldChange {
  readonly seq: bigint
  readonly key: string
  readonly value: unknown
  readonly effective_at: bigint
  readonly changed_at: bigint
  readonly actor: string
  readonly reason: string
}

/** Changes of some settings, latest first. */
export async function findChangesOf(
  db: Db,
  keys: readonly string[],
  page: { readonly before: bigint; readonly limit: number },
): Promise<readonly ToldChange[]> {
  return await db<ToldChange[]>`
    select seq, key, value, effective_at, changed_at, actor, reason from setting_change
    where key = any (${[...keys]}::text[]) and seq < ${page.before} order by seq desc limit ${page.limit}`
}

/**
 * Lets changes be made one after the other: so that their numbers are in the order of their commits, by which every
 * process reads what is new.
 */
export async function lockChanges(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('setting changes', 0))`
}

/** Changes of some settings that lie ahead, or began since; in the order they were made. */
export async function findChangesSince(
  db: Db,
  keys: readonly string[],
  since: Instant,
): Promise<readonly ToldChange[]> {
  return await db<ToldChange[]>`
    select seq, key, value, effective_at, changed_at, actor, reason from setting_change
    where key = any (${[...keys]}::text[]) and effective_at > ${since} order by seq`
}

/** The number of the latest change of a setting; 0 before the first. */
export async function lastChangeOf(db: Db, key: string): Promise<bigint> {
  const [row] = await db<{ seq: bigint | null }[]>`select max(seq) as seq from setting_change where key = ${key}`
  return row?.seq ?? 0n
}

/** Keeps a change. */
export async function insertChange(
  tx: Tx,
  change: {
    readonly key: string
    readonly value: SettingValue
    readonly effectiveAt: Instant
    readonly changedAt: Instant
    readonly actor: string
    readonly reason: string
  },
): Promise<void> {
  await tx`
    insert into setting_change (key, value, effective_at, changed_at, actor, reason)
    values (${change.key}, ${JSON.stringify(change.value)}::text::jsonb, ${change.effectiveAt}, ${change.changedAt},
      ${change.actor}, ${change.reason})`
}
