import { hash } from 'node:crypto'
import { type BooksRead, readAuditHead, readAuditRecords } from './books-store.ts'
import { noHash } from './entry-hash.ts'
import type { Findings } from './finding.ts'

/**
 * I8 of the audit: records are numbered without gaps, each hash is over the number, the previous hash and the
 * content, the chain ends with its head, and every record that an act of the journal names has the hash it was named with.
 * @returns the number of the last record.
 */
export async function checkAudit(
  read: BooksRead,
  named: ReadonlyMap<bigint, string>,
  findings: Findings,
): Promise<bigint> {
  let [last, before] = [0n, noHash]
  for await (const { seq, payload, hash: kept } of readAuditRecords(read)) {
    if (seq !== last + 1n) findings.add('I8', `record ${last + 1n} of the audit is missing: the next one is ${seq}`)
    const made = hash('sha256', `bolsillo.audit.record.1\n${seq}\n${before}\n${payload}`, 'hex')
    if (made !== kept) findings.add('I8', `record ${seq} of the audit does not have the hash of its content`)
    const wanted = named.get(seq)
    if (wanted !== undefined && wanted !== kept)
      findings.add('I8', `the journal names record ${seq} of the audit as ${wanted}, it is ${kept}`)
    ;[last, before] = [seq, kept]
  }
  for (const seq of named.keys())
    if (seq > last) findings.add('I8', `the journal names record ${seq} of the audit, which ends at ${last}`)
  const head = await readAuditHead(read)
  if (head?.seq !== last || head.hash !== before)
    findings.add('I8', `the head of the audit says ${head?.seq} ${head?.hash}, it ends at ${last} ${before}`)
  return last
}
