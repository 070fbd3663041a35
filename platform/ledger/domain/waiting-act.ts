import { parseAuditPayload } from '@bolsillo/audit/domain'
import { type Instant, present } from '@bolsillo/kernel'
import type { Act } from './acts/index.ts'
import { payloadOfRecord, waitedPlace } from './audit-act.ts'

/** An act without the number it gets. */
export type NewAct = Omit<Act, 'number'>

/** What a transaction did to a row that decides something, or recorded in the audit, as it waits for its number. */
export interface WaitingAct {
  /** Numbered in the order of writing. */
  readonly place: bigint
  readonly kind: string
  readonly actor: string
  /** Of a row: `audit:` and the number of a record, or what a process named itself as; undefined: nobody knows. */
  readonly cause: string | undefined
  /** The table, or whom a record concerns. */
  readonly subject: string
  /** What the row is known by: as it is, or a salted hash where it is personal data. Of a record, its number. */
  readonly key: string
  /** Salted SHA-256 of the row; undefined when it is gone. */
  readonly commitment: Uint8Array | undefined
  /** What was recorded. */
  readonly payload: string | undefined
}

/** The act that waits, as the journal has it. What waits is filed once, by its place. */
export function actOfWaiting(waiting: WaitingAct, now: Instant): NewAct {
  const { place, kind, actor, subject } = waiting
  return { at: now, kind, actor, cause: `act:${place}`, subject, postings: [], ...contentOf(waiting) }
}

function contentOf({ kind, cause, key, commitment, payload }: WaitingAct): Pick<NewAct, 'payload'> & { at?: Instant } {
  if (payload !== undefined) {
    const record = present(parseAuditPayload(payload), 'what was recorded')
    // A record has the time at which it happened.
    return { at: record.at, payload: payloadOfRecord(BigInt(key), record) }
  }
  if (kind === 'audit-head')
    return { payload: { number: BigInt(key), hash: present(commitment, 'the hash of a record') } }
  const by = cause === undefined ? {} : { by: cause }
  return { payload: commitment === undefined ? { key, ...by } : { key, commitment, ...by } }
}

/** Whether an act says what a row was written as, or that it is gone. */
export function isRowAct({ kind, cause, payload, postings }: Act): boolean {
  if (postings.length > 0 || !waitedPlace.test(cause) || typeof payload.key !== 'string') return false
  return kind === 'row-kept' ? payload.commitment instanceof Uint8Array : kind === 'row-removed'
}
