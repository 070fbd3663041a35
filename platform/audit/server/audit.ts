import { hash as digest } from 'node:crypto'
import { assert } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import {
  type AuditEntry,
  type AuditRecord,
  auditGenesis,
  auditPayload,
  auditPreimage,
  auditProblems,
} from '../domain/index.ts'
import {
  type AuditHead,
  type AuditPage,
  appendRecords,
  findRecordHash,
  findRecordsAbout,
  findRecordsAfter,
  readAuditHead,
} from './audit-store.ts'

/** The journal of acts. Insert-only and hash-chained; written in the transaction of the act. */
export interface Audit {
  /**
   * Records acts, in order. They are numbered and chained when the transaction commits, so recording takes no lock
   * before that and may stand anywhere in a use case.
   */
  readonly record: (tx: Tx, ...entries: readonly AuditEntry[]) => Promise<void>
  /** Records a customer caused or that concern them, newest first. */
  readonly aboutCustomer: (db: Db, customerId: string, page: AuditPage) => Promise<readonly AuditRecord[]>
  /** Where the chain stands. */
  readonly head: (db: Db) => Promise<AuditHead>
  /** The hash of the record with this number. */
  readonly hashOf: (db: Db, seq: bigint) => Promise<string | undefined>
}

/** The audit. */
export function createAuditLog(): Audit {
  return {
    record: async (tx, ...entries) => {
      for (const entry of entries) {
        const problems = auditProblems(entry)
        assert(problems.length === 0, `audit record ${entry.action}: ${problems.join('; ')}`)
      }
      if (entries.length > 0) await appendRecords(tx, entries.map(auditPayload))
    },
    aboutCustomer: findRecordsAbout,
    head: readAuditHead,
    hashOf: findRecordHash,
  }
}

/** What verifying the audit found. */
export type AuditVerdict =
  | { readonly ok: true; readonly records: bigint; readonly hash: string }
  | { readonly ok: false; readonly problem: string; readonly seq: bigint }

const recordsPerRead = 2000

/**
 * Follows the chain of the audit from its first record to its head, in bounded memory. `named`: by number the hashes that
 * records have by the journal, whose signed heads are kept outside the database.
 */
export async function verifyAudit(db: Db, named: ReadonlyMap<bigint, string> = new Map()): Promise<AuditVerdict> {
  let [seq, hash] = [0n, auditGenesis]
  for (;;) {
    const page = await findRecordsAfter(db, seq, recordsPerRead)
    for (const record of page) {
      const next = seq + 1n
      if (record.seq !== next) {
        return { ok: false, seq: next, problem: `record ${next} is missing; the next one is ${record.seq}` }
      }
      const expected = digest('sha256', auditPreimage(next, hash, record.payload), 'hex')
      if (expected !== record.hash.toString('hex')) {
        return { ok: false, seq: next, problem: `record ${next} is not what was recorded: its hash differs` }
      }
      ;[seq, hash] = [next, expected]
      if ((named.get(seq) ?? hash) !== hash)
        return {
          ok: false,
          seq,
          problem: `the journal names record ${seq} as ${named.get(seq)}: the audit up to it was made anew`,
        }
    }
    if (page.length > 0) continue
    const beyond = [...named.keys()].find((number) => number > seq)
    if (beyond !== undefined)
      return { ok: false, seq, problem: `the journal names record ${beyond}, the audit ends at ${seq}` }
    const head = await readAuditHead(db)
    if (head.seq === seq && head.hash === hash) return { ok: true, records: seq, hash }
    return { ok: false, seq, problem: `the head of the chain says record ${head.seq}, the audit ends at ${seq}` }
  }
}
