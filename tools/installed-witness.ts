import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readInParts, readWitness, type WitnessReading } from '@bolsillo/ledger/server'
import { dataFolder, embeddedNames } from './installed-databases.ts'

/** A witness file kept elsewhere, and the public key it must be signed with. */
export interface WitnessWanted {
  readonly witness: string | undefined
  readonly key: string | undefined
}

/** Reads `--witness FILE` and `--key KEY`. @throws Error on anything else. */
export function readWitnessWanted(args: readonly string[]): WitnessWanted {
  const given = new Map<string, string>()
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = args.slice(at, at + 2)
    if (!['--witness', '--key'].includes(name)) throw new Error(`${name} is not known: there are --witness and --key`)
    if (value === undefined) throw new Error(`${name} needs a value`)
    given.set(name, value)
  }
  return { witness: given.get('--witness'), key: given.get('--key') }
}

/**
 * The witness file of a database: the one that was named, unless its name says that it is another database's of this
 * installation; else the one the server writes, where there is one.
 */
export function witnessOf(database: string, { witness, key }: WitnessWanted): WitnessReading | undefined {
  const { WITNESS_DIR: folder = '' } = process.env
  const own = join(folder === '' ? join(dataFolder(), 'witness') : resolve(folder), `${database}.jsonl`)
  const isOthers = embeddedNames.some((name) => name !== database && `${name}.jsonl` === basename(witness ?? ''))
  if (witness !== undefined && !isOthers) return readWitness(readInParts(witness), key)
  return existsSync(own) ? readWitness(readInParts(own), key) : undefined
}
