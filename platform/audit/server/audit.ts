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
  type AuditPage,
  appendRecords,
  findChainedAfter,
  findRecordsAbout,
  findRecordsAfter,
  readChainEnd,
  readCount,
} from './audit-store.ts'

/** Who did what to whom. Written in the transaction of what was done, and an act of the journal within a second. */
export interface Audit {
  /**
   * Records acts, in order. They are numbered when the transaction commits, so recording takes no lock before that and may
   * stand anywhere in a use case.
   */
  readonly record: (tx: Tx, ...entries: readonly AuditEntry[]) => Promise<void>
  /** Records a customer caused or that concern them, newest first. */
  readonly aboutCustomer: (db: Db, customerId: string, page: AuditPage) => Promise<readonly AuditRecord[]>
  /** Records of these actions behind number `after`, oldest first; all up to the number `upTo` were looked at. */
  readonly after: (
    db: Db,
    after: bigint,
    page: { readonly actions: readonly string[]; readonly limit: number },
  ) => Promise<{ readonly records: readonly AuditRecord[]; readonly upTo: bigint }>
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
    after: findRecordsAfter,
  }
}

/** What verifying the chain found. `records`: how many there are in all, with those that are acts of the journal. */
export type AuditVerdict =
  | { readonly ok: true; readonly records: bigint; readonly chained: bigint }
  | { readonly ok: false; readonly problem: string; readonly seq: bigint }

const recordsPerRead = 2000

/**
 * Follows the chain in which earlier versions kept records from its first to its end, in bounded memory. `named`: by number
 * the hashes that records have by the journal, whose signed heads are kept outside the database. Records since are acts of
 * the journal, and verified with it.
 */
export async function verifyAudit(db: Db, named: ReadonlyMap<bigint, string> = new Map()): Promise<AuditVerdict> {
  let [seq, hash] = [0n, auditGenesis]
  for (;;) {
    const page = await findChainedAfter(db, seq, recordsPerRead)
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
    const end = await readChainEnd(db)
    if (end.seq === seq && end.hash === hash) return { ok: true, records: await readCount(db), chained: seq }
    return { ok: false, seq, problem: `the head of the chain says record ${end.seq}, the audit ends at ${seq}` }
  }
}
