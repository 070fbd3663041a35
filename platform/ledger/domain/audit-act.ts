import { type RecordedAct, sortedDetails } from '@bolsillo/audit/domain'
import type { Act } from './acts/index.ts'
import { hexText } from './journal-tree.ts'

/** A record of the audit, as its act says it. */
export interface AuditAct {
  /** The number of the record. */
  readonly seq: bigint
  /** Where it waited for the number of the act. */
  readonly place: bigint
  readonly record: RecordedAct
}

/** Where the chain ended that earlier versions kept records in: the number of the last and its hash, 64 hex digits. */
export interface AuditHead {
  readonly seq: bigint
  readonly hash: string
}

/** What an act of kind `audit` has in its payload, besides who, whom and when. */
export function payloadOfRecord(seq: bigint, { action, details }: RecordedAct): Act['payload'] {
  return { action, details: sortedDetails(details), number: seq }
}

/** The record an act is; undefined when it is another act. */
export function auditOfAct({ kind, at, actor, cause, subject, payload, postings }: Act): AuditAct | undefined {
  const { action, details, number: seq, ...others } = payload
  if (kind !== 'audit' || postings.length > 0 || Object.keys(others).length > 0 || !waitedPlace.test(cause))
    return undefined
  if (typeof action !== 'string' || typeof seq !== 'bigint' || !Array.isArray(details)) return undefined
  const named: Record<string, string> = {}
  for (const pair of details) {
    const [name, value, ...rest] = Array.isArray(pair) ? pair : []
    if (typeof name !== 'string' || typeof value !== 'string' || rest.length > 0) return undefined
    named[name] = value
  }
  return { seq, place: BigInt(cause.slice('act:'.length)), record: { at, actor, action, subject, details: named } }
}

/** What an act says of the chain; undefined when it is another act. */
export function auditHeadOfAct(act: Act): AuditHead | undefined {
  const { number: seq, hash } = act.payload
  if (act.kind !== 'audit-head' || act.postings.length > 0) return undefined
  if (typeof seq !== 'bigint' || !(hash instanceof Uint8Array)) return undefined
  return act.cause === `audit:${seq}` || waitedPlace.test(act.cause) ? { seq, hash: hexText(hash) } : undefined
}

/** The cause of acts that waited for their numbers: each is filed once, by its place. */
export const waitedPlace = /^act:[1-9]\d*$/
