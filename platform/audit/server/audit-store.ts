import { instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { AuditRecord } from '../domain/index.ts'

/** A record as stored. */
export interface StoredRecord {
  readonly seq: bigint
  readonly payload: string
  readonly hash: Buffer
}

/** Which records a page shows: newest first, with a number below `before`. */
export interface AuditPage {
  readonly before?: bigint
  /** Only of this action. */
  readonly action?: string
  readonly limit: number
}

const int8Max = 9_223_372_036_854_775_807n

/** Hands payloads to the audit; they are numbered and chained when the transaction commits. */
export async function appendRecords(tx: Tx, payloads: readonly string[]): Promise<void> {
  await tx`select audit_append(${payloads}::text[])`
}

/** Records somebody caused or that concern them. */
export async function findRecordsAbout(db: Db, who: string, page: AuditPage): Promise<readonly AuditRecord[]> {
  const before = page.before ?? int8Max
  const ofAction = page.action === undefined ? db`` : db`and action = ${page.action}`
  const rows = await db<StoredRecord[]>`
    select seq, payload, hash from (
      (select seq, payload, hash from audit_record where actor = ${who} and seq < ${before} ${ofAction}
        order by seq desc limit ${page.limit})
      union
      (select seq, payload, hash from audit_record where subject = ${who} and seq < ${before} ${ofAction}
        order by seq desc limit ${page.limit})
    ) as own order by seq desc limit ${page.limit}`
  return rows.map(recordOf)
}

/** Records somebody caused or that concern them, oldest first, each with the hash before it in the journal. */
export async function findChainAbout(
  db: Db,
  who: string,
  after: bigint,
  limit: number,
): Promise<readonly (StoredRecord & { readonly previous: Buffer | null })[]> {
  return await db<(StoredRecord & { previous: Buffer | null })[]>`
    select own.seq, own.payload, own.hash, earlier.hash as previous from (
      (select seq, payload, hash from audit_record where actor = ${who} and seq > ${after} order by seq limit ${limit})
      union
      (select seq, payload, hash from audit_record where subject = ${who} and seq > ${after} order by seq limit ${limit})
    ) as own left join audit_record earlier on earlier.seq = own.seq - 1
    order by own.seq limit ${limit}`
}

/** All records. */
export async function findRecords(db: Db, page: AuditPage): Promise<readonly AuditRecord[]> {
  const ofAction = page.action === undefined ? db`` : db`and action = ${page.action}`
  const rows = await db<StoredRecord[]>`
    select seq, payload, hash from audit_record where seq < ${page.before ?? int8Max} ${ofAction}
    order by seq desc limit ${page.limit}`
  return rows.map(recordOf)
}

/** Records with a number above `after`, in order. */
export async function findRecordsAfter(db: Db, after: bigint, limit: number): Promise<readonly StoredRecord[]> {
  return await db<StoredRecord[]>`
    select seq, payload, hash from audit_record where seq > ${after} order by seq limit ${limit}`
}

/** The number of the last record and its hash, 64 hex digits. */
export interface AuditHead {
  readonly seq: bigint
  readonly hash: string
}

/** The hash of one record. */
export async function findRecordHash(db: Db, seq: bigint): Promise<string | undefined> {
  const [row] = await db<{ hash: Buffer }[]>`select hash from audit_record where seq = ${seq}`
  return row?.hash.toString('hex')
}

/** Where the chain stands. */
export async function readAuditHead(db: Db): Promise<AuditHead> {
  const [row] = await db<{ seq: bigint; hash: Buffer }[]>`select seq, hash from audit_head`
  if (row === undefined) throw new Error('audit_head has no row')
  return { seq: row.seq, hash: row.hash.toString('hex') }
}

interface Payload {
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, string>>
}

function recordOf({ seq, payload, hash }: StoredRecord): AuditRecord {
  const { at, actor, action, subject, details } = JSON.parse(payload) as Payload
  return { seq, hash: hash.toString('hex'), at: instant(at), actor, action, subject, details }
}
