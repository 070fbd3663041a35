import type { Instant } from '@bolsillo/kernel'
import type { Act } from './acts/index.ts'
import type { NewAct } from './audit-head-act.ts'

/** What a transaction did to a row that decides something, as it waits for its number. */
export interface WaitingAct {
  /** Numbered in the order of writing. */
  readonly place: bigint
  readonly kind: string
  readonly actor: string
  /** `audit:` and the number of a record, or what a process named itself as; undefined: nobody knows. */
  readonly cause: string | undefined
  /** The table. */
  readonly subject: string
  /** What the row is known by: as it is, or a salted hash where it is personal data. */
  readonly key: string
  /** Salted SHA-256 of the row; undefined when it is gone. */
  readonly commitment: Uint8Array | undefined
}

const [kept, removed] = ['row-kept', 'row-removed'] as const

/** The act that says what a row was written as, or that it is gone. What waits is filed once, by its place. */
export function actOfRow({ place, kind, actor, cause, subject, key, commitment }: WaitingAct, at: Instant): NewAct {
  const by = cause === undefined ? {} : { by: cause }
  const payload = commitment === undefined ? { key, ...by } : { key, commitment, ...by }
  return { at, kind, actor, cause: `act:${place}`, subject, payload, postings: [] }
}

/** Whether an act says what a row was written as, or that it is gone. */
export function isRowAct({ kind, cause, payload, postings }: Act): boolean {
  if (postings.length > 0 || !isPlace.test(cause) || typeof payload.key !== 'string') return false
  return kind === kept ? payload.commitment instanceof Uint8Array : kind === removed
}

const isPlace = /^act:[1-9]\d*$/
