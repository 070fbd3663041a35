import { auditPayload, parseAuditPayload } from '@bolsillo/audit/domain'
import { instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { type AuditAct, actOfWaiting, auditHeadOfAct, auditOfAct, type ChainHead } from '../../domain/index.ts'
import { findWaitingActs } from '../journal/act-queue-store.ts'
import { sha256 } from '../post-entries.ts'
import type { DerivedTable, FoldFault, FollowedAct, PutRow, RowMaker, RowSource, RowTaker } from './row-source.ts'

const words = 'text'
const countTable: DerivedTable = {
  name: 'audit_count',
  key: ['one'],
  columns: { one: 'boolean', records: 'bigint' },
}
const indexTable: DerivedTable = {
  name: 'audit_index',
  key: ['seq'],
  columns: { seq: 'bigint', place: 'bigint', actor: words, action: words, subject: words, digest: 'bytea' },
}

/** The index of the audit: each record is an act, and they are numbered without gaps behind the chain of earlier versions. */
class AuditFold implements RowMaker {
  #last = 0n

  follow({ seq, act }: FollowedAct, put: PutRow): FoldFault | undefined {
    const chained = act === undefined ? undefined : auditHeadOfAct(act)
    if (chained !== undefined) this.#last = chained.seq
    const found = act === undefined ? undefined : auditOfAct(act)
    return found === undefined ? undefined : this.#take(found, `act ${seq}`, put, seq)
  }

  async finish(_: ChainHead, { put }: RowTaker, tx: Tx): Promise<FoldFault | undefined> {
    // What waits is the end of the journal, in the order of its places.
    for (const waiting of await findWaitingActs(tx)) {
      if (waiting.payload !== undefined && parseAuditPayload(waiting.payload) === undefined)
        return { problem: `what waits at place ${waiting.place} is no record of the audit` }
      const act = { ...actOfWaiting(waiting, instant(0)), number: 0n }
      this.#last = auditHeadOfAct(act)?.seq ?? this.#last
      const found = auditOfAct(act)
      const fault = found === undefined ? undefined : this.#take(found, `the act at place ${waiting.place}`, put)
      if (fault !== undefined) return fault
    }
    put(countTable, { one: true, records: this.#last })
    return undefined
  }

  #take({ seq, place, record }: AuditAct, what: string, put: PutRow, act?: bigint): FoldFault | undefined {
    this.#last += 1n
    if (seq !== this.#last) {
      const problem = `${what} is record ${seq} of the audit: record ${this.#last} is missing`
      return act === undefined ? { problem } : { problem, seq: act }
    }
    const { actor, action, subject } = record
    put(indexTable, { seq, place, actor, action, subject, digest: `\\x${sha256(auditPayload(record))}` })
    return undefined
  }
}

/** What follows from the acts of the audit. */
export const auditRows: RowSource = { tables: [countTable, indexTable], begin: () => new AuditFold() }
