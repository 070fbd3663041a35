import { appendDurably, openLines } from '@bolsillo/ledger/server'
import type { Log, Sql } from '@bolsillo/server-kit'
import { findProof, findProofsAfter, type StoredProof } from './proof-store.ts'

/**
 * Keeps every signed proof in a file outside the database, beside the signed heads of the journal: whoever can write
 * the whole database can make proofs anew, but not those a copy of this file holds.
 */
interface ProofWitness {
  /** Adds the proofs the file has not yet. Adds nothing once the database has another proof under a number it has. */
  readonly keep: () => Promise<void>
}

const proofsPerRound = 100

/** The file of signed proofs of a database, one a line. */
export function createProofWitness({
  sql,
  log,
  file,
}: {
  readonly sql: Sql
  readonly log: Log
  readonly file: string
}): ProofWitness {
  return {
    keep: async () => {
      const last = readLine(await openLines(file))
      const same = last === undefined ? undefined : await findProof(sql, last.number)
      if (last !== undefined && same?.hash !== last.hash) {
        log.error({ file, number: last.number }, 'the database has another proof than the one that was kept')
        return
      }
      const fresh = await findProofsAfter(sql, last?.number ?? 0, proofsPerRound)
      if (fresh.length > 0) await appendDurably(file, fresh.map(writeLine).join(''))
    },
  }
}

function writeLine({ number, at, hash, previous, key, signature, statement }: StoredProof): string {
  return `${JSON.stringify({ number, at, hash, previous, key, signature, statement })}\n`
}

function readLine(text: string | undefined): { readonly number: number; readonly hash: string } | undefined {
  if (text === undefined) return undefined
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null || !('number' in read) || !('hash' in read)) return undefined
  return typeof read.number === 'number' && typeof read.hash === 'string'
    ? { number: read.number, hash: read.hash }
    : undefined
}
