import { type Instant, present } from '@bolsillo/kernel'
import type { Act } from './acts/index.ts'
import { hexBytesOf, hexText } from './journal-tree.ts'

/** Where the chain of the audit stood: the number of a record and its hash, 64 hex digits. */
export interface AuditHead {
  readonly seq: bigint
  readonly hash: string
}

/** An act without the number it gets. */
export type NewAct = Omit<Act, 'number'>

const kind = 'audit-head'

/** The act that takes the chain of the audit up to a record under the signed heads of the journal. */
export function actOfAuditHead({ seq, hash }: AuditHead, at: Instant): NewAct {
  const payload = { number: seq, hash: bytesOf(hash) }
  return { at, kind, actor: 'ledger', cause: `audit:${seq}`, subject: 'audit', payload, postings: [] }
}

/** What an act says of the audit; undefined when it is another act. */
export function auditHeadOfAct(act: Act): AuditHead | undefined {
  const { number: seq, hash } = act.payload
  if (act.kind !== kind || act.postings.length > 0) return undefined
  if (typeof seq !== 'bigint' || !(hash instanceof Uint8Array) || act.cause !== `audit:${seq}`) return undefined
  return { seq, hash: hexText(hash) }
}

const bytesOf = (hash: string): Uint8Array => present(hexBytesOf(hash), 'the hash of a record')
