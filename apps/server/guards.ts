import { readFileSync } from 'node:fs'
import { type Deviation, deviationsOf, type Guards, readGuards, type Sql } from '@bolsillo/server-kit'

/** The guards that the migrations create: a file of the program, which the database's owner cannot change. */
export function expectedGuards(): Guards {
  return JSON.parse(readFileSync(new URL('guards.json', import.meta.url), 'utf8')) as Guards
}

/** The guards of a database that differ from those of the migrations. */
export async function findDeviations(owner: Sql): Promise<readonly Deviation[]> {
  return deviationsOf(await readGuards(owner), expectedGuards())
}
/** By `room/file` the SHA-256 of a migration. */
export type Hashes = Readonly<Record<string, string>>

/** The recorded migrations that are missing or no longer what they were, by name. */
export function changedMigrations(record: Hashes, found: Hashes): readonly string[] {
  return Object.keys(record).filter((name) => found[name] !== record[name])
}

/**
 * The record with the migrations that are new: its entries stay as they are, because each of them may have run in an
 * installation. With `changed` when one of them is no longer what it was; then there is nothing to record.
 */
export function addToRecord(
  record: Hashes,
  found: Hashes,
): { readonly hashes: Hashes } | { readonly changed: readonly string[] } {
  const changed = changedMigrations(record, found)
  return changed.length > 0 ? { changed } : { hashes: { ...record, ...found } }
}
