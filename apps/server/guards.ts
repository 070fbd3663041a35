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
