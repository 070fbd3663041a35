import { hash } from 'node:crypto'
import { auditGenesis, auditPreimage } from '@bolsillo/audit/domain'
import type { Sql } from '@bolsillo/server-kit'

/** Writes the records of an installation from before they were acts, and their end into what waits, as its migration does. */
export async function writeOldRecords(owner: Sql, payloads: readonly string[]): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    let before = auditGenesis
    for (const [place, payload] of payloads.entries()) {
      const seq = BigInt(place + 1)
      before = hash('sha256', auditPreimage(seq, before, payload), 'hex')
      await tx`insert into audit_record (seq, payload, hash) values (${seq}, ${payload}, decode(${before}, 'hex'))`
    }
    await tx`update audit_head set seq = ${payloads.length}, hash = decode(${before}, 'hex')`
    await tx`update audit_count set records = ${payloads.length}`
    await tx`insert into act_queue (kind, actor, subject, key, commitment)
      select 'audit-head', 'audit', 'audit', seq::text, hash from audit_head`
  })
}
