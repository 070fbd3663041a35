import { readFileSync } from 'node:fs'
import { type Deviation, deviationsOf, type Guards, readGuards, type Sql } from '@bolsillo/server-kit'

/** What the migrations make the database defend itself with: a file of the program, which no owner of a database can change. */
export function expectedGuards(): Guards {
  return JSON.parse(readFileSync(new URL('guards.json', import.meta.url), 'utf8')) as Guards
}

/** What of a database's guards is not as the migrations made it. */
export async function findDeviations(owner: Sql): Promise<readonly Deviation[]> {
  return deviationsOf(await readGuards(owner), expectedGuards())
}
