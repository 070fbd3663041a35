import type { Audit } from '@bolsillo/audit/server'
import type { Instant } from '@bolsillo/kernel'
import { type Log, type Sql, transaction } from '@bolsillo/server-kit'
import { type AuditHead, actOfAuditHead, auditHeadOfAct, emptyBalance, type NewAct } from '../domain/index.ts'
import { appendBlock, writeBlock } from './append-store.ts'
import { actOf, findActs } from './journal-store.ts'
import { findKnownEntries, findLastFiled, lockHead } from './ledger-store.ts'

/** Takes the chain of the audit under the heads of the journal. */
export interface AuditSeal {
  /** Names the newest record in the journal, if there is a new one. Names nothing once what was named before is not there. */
  readonly seal: (now: Instant) => Promise<void>
  /** Why nothing is named; undefined when nothing is wrong. */
  readonly problem: () => string | undefined
}

/** The seal of one installation. After a start it goes on from what the journal named last. */
export function createAuditSeal({
  sql,
  log,
  audit,
}: {
  readonly sql: Sql
  readonly log: Log
  readonly audit: Pick<Audit, 'head' | 'hashOf'>
}): AuditSeal {
  let last: AuditHead | undefined
  let problem: string | undefined
  let isOpen = false
  return {
    problem: () => problem,
    seal: async (now) => {
      if (problem !== undefined) return
      if (!isOpen) last = await findLastSeal(sql)
      isOpen = true
      const head = await audit.head(sql)
      const found = last === undefined ? undefined : await audit.hashOf(sql, last.seq)
      if (last !== undefined && found !== last.hash) {
        problem = `record ${last.seq} of the audit was ${last.hash}, it is ${found ?? 'not there'}`
        log.error({ seq: String(last.seq) }, `the audit is not what the journal names: ${problem}`)
        return
      }
      if (head.seq === (last?.seq ?? 0n)) return
      await note(sql, actOfAuditHead(head, now))
      last = head
    },
  }
}

/** What the journal says of the audit last. */
async function findLastSeal(sql: Sql): Promise<AuditHead | undefined> {
  const seq = await findLastFiled(sql, 'audit:')
  const [stored] = seq === undefined ? [] : await findActs(sql, [seq])
  return stored === undefined ? undefined : auditHeadOfAct(actOf(stored))
}

/** Appends an act that moves nothing, once for its cause. */
async function note(sql: Sql, act: NewAct): Promise<void> {
  await transaction(sql, async (tx) => {
    const before = await lockHead(tx)
    if ((await findKnownEntries(tx, [act.cause])).size > 0) return
    const nothing = { named: [], entries: [], numberOf: () => 0, had: () => emptyBalance }
    await appendBlock(tx, writeBlock({ before, at: act.at, notes: [act], ...nothing }))
  })
}
