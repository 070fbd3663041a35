import { createHash } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'

/** A record as the audit hashes it, from the row that should have left it. */
export interface AuditRecord {
  readonly action: string
  readonly actor: string
  readonly at: bigint
  readonly subject: string
  readonly details: Readonly<Record<string, string | undefined>>
}

/** What the audit has of some actions, and what of it is not accounted for. */
export interface AuditRecords {
  /** Accounts for a row's record; a row without one is wrong. */
  readonly take: (what: string, record: AuditRecord) => void
  /** Every record that has no row is wrong. */
  readonly end: () => void
}

/** Compares rows with their records, which are acts: they were there when it happened, and nobody writes them afterwards. */
export async function followRecords(
  read: BooksRead,
  actions: readonly string[],
  wrong: (what: string) => void,
): Promise<AuditRecords> {
  const rows = await read<Record<'action' | 'actor' | 'subject' | 'digest', string>[]>`
    select action, actor, subject, encode(digest, 'hex') as digest from audit_index where action = any(${[...actions]})`
  const left = new Map(
    rows.map(({ action, actor, subject, digest }) => [
      `${action} ${actor} ${subject} ${digest}`,
      `${action} of ${subject}`,
    ]),
  )
  return {
    take: (what, record) => {
      if (!left.delete(nameOf(record))) wrong(`${what} has no record in the audit`)
    },
    end: () => {
      for (const what of left.values()) wrong(`the audit has ${what}, and nothing is there`)
    },
  }
}

/** What identifies a record: who, what, about whom, and the hash of all it says, its fields in the order of their names. */
function nameOf({ action, actor, at, subject, details }: AuditRecord): string {
  const known = Object.entries(details)
    .filter(([, text]) => text !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify({ action, actor, at: Number(at), details: Object.fromEntries(known), subject })
  return `${action} ${actor} ${subject} ${createHash('sha256').update(text).digest('hex')}`
}

/** Subjects that two people decided to publish, by approvals of a kind that published nothing in a table. */
export async function readApprovedAlone(
  read: BooksRead,
  {
    kind,
    table,
  }: { readonly kind: string; readonly table: 'vote_publication' | 'location_publication' | 'content_feed_terms' },
): Promise<readonly string[]> {
  const rows = await read<{ id: string }[]>`
    select subject as id from approval join approval_decision as decision on decision.approval_id = approval.id
    where kind = ${kind} and outcome = 'approved' and not exists (
      select from ${read(table)} as publication where publication.approval_id = approval.id)
    order by subject`
  return rows.map(({ id }) => id)
}
