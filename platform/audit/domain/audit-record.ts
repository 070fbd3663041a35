import { type Instant, instant } from '@bolsillo/kernel'
import type { Details } from './detail-names.ts'

/**
 * Something that must be remembered for ever: who did what to whom, when. Written in the transaction of the act.
 * Holds ids and words, never names, addresses, numbers of documents or other personal data in clear.
 */
export interface AuditEntry {
  readonly at: Instant
  /** Who did it: a `cus_…` or `opr_…` id, or the name of a process of ours. */
  readonly actor: string
  /** What was done, as `room.verb-phrase`: `identity.sign-in`, `settings.change`. The customer's log has a text for it. */
  readonly action: string
  /** Whom or what it concerns: `cus_…`, `setting:trading.collar-bps`. A customer reads every record about them. */
  readonly subject: string
  readonly details: Details
}

/** A stored record: numbered without gaps, an act of the journal or one of the chain that earlier versions kept. */
export interface AuditRecord extends AuditEntry {
  readonly seq: bigint
  /** SHA-256 of the act, or of the record of the chain; 64 hex digits. Undefined until the act has its number. */
  readonly hash: string | undefined
}

// Of the chain that earlier versions kept. Names what is hashed, so that no hash of another kind can be taken for one.
const auditDomain = 'bolsillo.audit.record.1'

/** The hash before the first record. */
export const auditGenesis = '0'.repeat(64)

/** What was recorded, with whatever names its details have. */
export interface RecordedAct extends Omit<AuditEntry, 'details'> {
  readonly details: Readonly<Record<string, string>>
}

/** Details in the order they are written in. */
export function sortedDetails(details: Details | RecordedAct['details']): readonly (readonly [string, string])[] {
  return Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** An entry as it waits for its number: JSON in the canonical form of RFC 8785. */
export function auditPayload(entry: AuditEntry | RecordedAct): string {
  const details = Object.fromEntries(sortedDetails(entry.details))
  return JSON.stringify({ action: entry.action, actor: entry.actor, at: entry.at, details, subject: entry.subject })
}

/** What was recorded, read back; undefined when that is no record. */
export function parseAuditPayload(payload: string): RecordedAct | undefined {
  const { at, actor, action, subject, details } = fieldsOf(payload)
  if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) return undefined
  if (typeof actor !== 'string' || typeof action !== 'string') return undefined
  if (typeof subject !== 'string' || typeof details !== 'object' || details === null) return undefined
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(details)) {
    if (typeof value !== 'string') return undefined
    texts[name] = value
  }
  return { at: instant(at), actor, action, subject, details: texts }
}

/** The fields of an object written as JSON; none of anything else. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** The text whose SHA-256 is the hash of a record of the chain. Payloads hold no line breaks, so the four lines cannot be confused. */
export function auditPreimage(seq: bigint, previousHash: string, payload: string): string {
  return `${auditDomain}\n${seq}\n${previousHash}\n${payload}`
}

const shapes = {
  actor: /^[A-Za-z][A-Za-z0-9_-]{0,39}$/,
  action: /^[a-z]+\.[a-z][a-z0-9-]{1,39}$/,
  subject: /^[A-Za-z][A-Za-z0-9_.:-]{0,79}$/,
  detailKey: /^[a-z][A-Za-z0-9]{0,39}$/,
}
const unstorable = /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** The most details a record has, and the longest text of one. */
const auditLimits = { details: 16, detailLength: 200 } as const

/** Everything wrong with an entry; empty when it may be recorded. A problem is a bug of the caller. */
export function auditProblems(entry: AuditEntry): string[] {
  const problems: string[] = []
  if (!Number.isSafeInteger(entry.at) || entry.at < 0) problems.push(`at ${entry.at} is not an instant`)
  if (!shapes.actor.test(entry.actor)) problems.push(`actor ${entry.actor} is not an id or a name`)
  if (!shapes.action.test(entry.action)) problems.push(`action ${entry.action} is not room.verb-phrase`)
  if (!shapes.subject.test(entry.subject)) problems.push(`subject ${entry.subject} is not an id`)
  const details = Object.entries(entry.details)
  if (details.length > auditLimits.details) problems.push(`more than ${auditLimits.details} details`)
  for (const [key, value] of details) {
    if (!shapes.detailKey.test(key)) problems.push(`detail ${key} is not a camelCase word`)
    if (value.length > auditLimits.detailLength || unstorable.test(value)) {
      problems.push(`detail ${key} is not a plain text of ${auditLimits.detailLength} characters`)
    }
  }
  return problems
}
