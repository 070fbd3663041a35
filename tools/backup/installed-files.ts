import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSecret, secretFor } from '@bolsillo/app-server'
import { createSigner, readInParts, readWitness } from '@bolsillo/ledger/server'
import { dataFolder } from '../installed-databases.ts'
import type { BackedUpHead } from './backup-folder.ts'

/** A file of an installation: its path in a data folder, and where it is now. */
export interface InstalledFile {
  readonly path: string
  readonly source: string
}

/**
 * What a backup needs of the data folder: the secret, the demo's logins, and what is signed about these databases. The
 * passwords of the database's roles are not among it, because a restore makes roles of its own.
 */
export function installedFiles(databases: readonly string[]): readonly InstalledFile[] {
  const folder = dataFolder()
  const { WITNESS_DIR: named = '' } = process.env
  const witness = named === '' ? join(folder, 'witness') : resolve(named)
  const demos = existsSync(folder) ? readdirSync(folder).filter((file) => /^demo[a-z-]*\.json$/.test(file)) : []
  // Checkpoints are of heads, and heads of the journal: each is copied before what it is of, so that nothing in a
  // backup names an entry that it lacks.
  const signed = databases.flatMap((name) => ['checkpoint', 'proofs.jsonl', 'jsonl'].map((end) => `${name}.${end}`))
  return [
    ...['secret.key', ...demos].map((path) => ({ path, source: join(folder, path) })),
    ...signed.map((file) => ({ path: witnessPath(file), source: join(witness, file) })),
  ].filter(({ source }) => existsSync(source))
}

const witnessPath = (file: string): string => `witness/${file}`

/** The path of a database's signed heads in a data folder. */
export const headsPath = (database: string): string => witnessPath(`${database}.jsonl`)

/** The path of what is signed about a database, under the name it has now; undefined when it is about another one. */
export function renamedPath(path: string, from: string, to: string): string | undefined {
  const start = witnessPath(`${from}.`)
  if (!path.startsWith('witness/')) return path
  return path.startsWith(start) ? witnessPath(`${to}.${path.slice(start.length)}`) : undefined
}

/** The public key of the heads that the secret of a data folder signs. @throws StartRefused when it is no secret. */
export function headsKeyOf(folder: string): string {
  return createSigner(secretFor(readSecret(folder), 'ledger-witness')).key
}

/** The last of the signed heads in a file, or why they are not those of this key. */
export function lastHead(file: string, key: string): { readonly head: BackedUpHead } | { readonly problem: string } {
  if (!existsSync(file)) return { problem: 'it has no signed heads yet, or they are in another folder (WITNESS_DIR)' }
  const reading = readWitness(readInParts(file), key)
  if (!reading.ok) return { problem: `its signed heads do not verify with its secret.key: ${reading.problem}` }
  const last = reading.heads.at(-1)
  if (last === undefined) return { problem: 'it has no signed heads yet' }
  const { seq, hash, at } = last
  return { head: { entry: seq.toString(), hash, at: new Date(at).toISOString(), key: last.key } }
}

/** A head in one line. */
export const writeHead = ({ entry, hash, at, key }: BackedUpHead): string =>
  `entry ${entry}, ${hash}, signed ${at} with the key ${key}`
