import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readInParts, readWitness, type WitnessReading } from '@bolsillo/ledger/server'
import { readKeptProofs } from '@bolsillo/proof/server'
import { dataFolder, embeddedNames } from './installed-databases.ts'

/** A witness file kept elsewhere, and the public key it must be signed with. */
export interface WitnessWanted {
  readonly witness: string | undefined
  readonly key: string | undefined
  /** A file of published proofs kept elsewhere. */
  readonly proofs?: string | undefined
}

/** Reads `--witness FILE`, `--proofs FILE` and `--key KEY`. @throws Error on anything else. */
export function readWitnessWanted(args: readonly string[]): WitnessWanted {
  const given = new Map<string, string>()
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = args.slice(at, at + 2)
    if (!['--witness', '--key', '--proofs'].includes(name))
      throw new Error(`${name} is not known: there are --witness, --proofs and --key`)
    if (value === undefined) throw new Error(`${name} needs a value`)
    given.set(name, value)
  }
  return { witness: given.get('--witness'), key: given.get('--key'), proofs: given.get('--proofs') }
}

/**
 * The witness file of a database: the given one, unless its name is that of another database of this installation;
 * otherwise the one that the server writes, if it exists.
 */
export function witnessOf(database: string, { witness, key }: WitnessWanted): WitnessReading | undefined {
  const file = fileOf(database, 'jsonl', witness)
  return file === undefined ? undefined : readWitness(readInParts(file), key)
}

/** The proofs kept of a database, likewise: by number the hash of each. */
export function keptProofsOf(database: string, { proofs }: WitnessWanted): ReadonlyMap<number, string> {
  const file = fileOf(database, 'proofs.jsonl', proofs)
  return file === undefined ? new Map() : readKeptProofs([...readInParts(file)].join(''))
}

function fileOf(database: string, ending: string, named: string | undefined): string | undefined {
  const { WITNESS_DIR: folder = '' } = process.env
  const own = join(folder === '' ? join(dataFolder(), 'witness') : resolve(folder), `${database}.${ending}`)
  const isOthers = embeddedNames.some((name) => name !== database && `${name}.${ending}` === basename(named ?? ''))
  if (named !== undefined && !isOthers) return named
  return existsSync(own) ? own : undefined
}

/**
 * The secret from which the leaves of proofs are derived, if the installation's secret is available. With a copy of
 * the database alone, only the amounts are compared.
 */
export function leavesSecret(): Uint8Array | undefined {
  const file = join(dataFolder(), 'secret.key')
  const isOurs = (process.env.DATABASE_URL ?? '') === '' && existsSync(file)
  const secret = isOurs ? Buffer.from(readFileSync(file, 'utf8').trim(), 'hex') : undefined
  return secret?.length === 32 ? new Uint8Array(hkdfSync('sha256', secret, '', 'proof-of-liabilities', 32)) : undefined
}
