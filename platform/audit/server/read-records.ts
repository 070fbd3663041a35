import { hash as digest } from 'node:crypto'
import type { ReplyOf } from '@bolsillo/contract'
import { type Id, type Instant, idOf, isId, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type OfStaff, type PoolContext, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import * as operatorCalls from '../contract/operator.ts'
import { type AuditRecord, auditGenesis, type OwnRecord } from '../domain/index.ts'
import type { Audit } from './audit.ts'
import { type AuditPage, findHashedAbout, findRecords, type HashedRecord } from './audit-store.ts'

const rowsPerPage = 50
/** Each has its way to the signed head, which is read from the journal: a millisecond or two. */
const rowsPerExport = 100

/** How members of staff are called, by their ids. */
type StaffNames = (db: Db, ids: readonly Id<'opr'>[]) => Promise<ReadonlyMap<Id<'opr'>, string>>

type Export = ReplyOf<typeof calls.exportOwnActivity>

/** How acts of these numbers lead to one signed head: of those under it, in their order. Undefined while none is signed. */
export type WaysOfActs = (
  db: Db,
  acts: readonly bigint[],
  now: Instant,
) => Promise<
  | {
      readonly head: NonNullable<Export['head']>
      readonly ways: readonly { readonly index: string; readonly path: string[] }[]
    }
  | undefined
>

/** Writes down that somebody of the staff looks at a customer for a case. @returns why they may not. */
type LookFor = (
  context: OfStaff<Pick<PoolContext, 'operator' | 'now'>>,
  look: { readonly customerId: Id<'cus'>; readonly what: string; readonly caseId: string },
) => Promise<Rejection | undefined>

/** What the audit's room is given. */
export interface AuditGiven {
  /** Absent: customers read the ids of staff. */
  readonly staffNames?: StaffNames
  /** Absent: what customers keep leads to no head. */
  readonly waysOf?: WaysOfActs
  /** Records that staff read the acts of a customer for a case, or refuses; absent: nobody reads them. */
  readonly lookFor?: LookFor
  /** Whether files state that they are of the practice market. */
  readonly practice?: boolean
}

/** That, with the log itself. */
export interface AuditDeps extends AuditGiven {
  readonly audit: Audit
  readonly practice: boolean
}

/** See the contract. */
export const listOwnActivity = useCase(
  calls.listOwnActivity,
  async (request, { customer, db }, { audit, staffNames }: AuditDeps) => {
    const page = pageOf(request)
    const { customerId } = customer
    const { rows, ...rest } = replyOf(await audit.aboutCustomer(db, customerId, page), page)
    const staff = rows.flatMap(({ actor }) => (isId('opr', actor) ? [idOf('opr', actor)] : []))
    const names = await staffNames?.(db, [...new Set(staff)])
    return { rows: rows.map((row) => ({ ...row, ...whoseAct(row.actor, customerId, names) })), ...rest }
  },
)

/** See the contract. */
export const exportOwnActivity = useCase(
  calls.exportOwnActivity,
  async ({ after = '0' }, { customer, db, now }, { waysOf, practice }: AuditDeps) => {
    const { customerId } = customer
    const from = /^\d{1,18}$/.test(after) ? BigInt(after) : 0n
    const records = await findHashedAbout(db, customerId, from, rowsPerExport)
    const acts = records.flatMap((record) => ('act' in record ? record.act : []))
    const signed = acts.length === 0 ? undefined : await waysOf?.(db, acts, now)
    const rows = writeHashed(records, signed?.ways)
    const last = records.at(-1)
    return {
      rows,
      ...(signed === undefined ? {} : { head: signed.head }),
      ...(last !== undefined && rows.length === rowsPerExport ? { next: String(last.seq) } : {}),
      practice,
    }
  },
)

/** See the contract. */
export const listAudit = useCase(
  operatorCalls.listAudit,
  async ({ about, action, caseId, ...request }, context, { audit, lookFor }: AuditDeps) => {
    const page = { ...pageOf(request), ...(action === undefined ? {} : { actions: [action] }) }
    const { db } = context
    if (about === undefined) return withoutCustomers(replyOf(await findRecords(db, page), page))
    const { caseNeeded } = operatorCalls.auditRejections
    // A record about an address is about the customer who has it.
    if (isOfCustomer(about)) {
      const refused = isId('cus', about)
        ? await lookFor?.(context, { customerId: idOf('cus', about), what: 'journal', caseId: caseId ?? '' })
        : reject(caseNeeded)
      if (lookFor === undefined || refused !== undefined) return reject(caseNeeded, { field: 'caseId' })
    }
    const reply = replyOf(await audit.aboutCustomer(db, about, page), page)
    return isOfCustomer(about) ? reply : withoutCustomers(reply)
  },
)

/** Records as they were hashed. Where heads are signed, up to the last that is under one: the rest are a second later. */
function writeHashed(
  records: readonly HashedRecord[],
  ways: readonly { readonly index: string; readonly path: string[] }[] | undefined,
): OwnRecord[] {
  const byIndex = new Map(ways?.map((way) => [way.index, way]))
  return records.flatMap((record): OwnRecord | OwnRecord[] => {
    const seq = String(record.seq)
    if ('payload' in record) {
      const { payload, hash, previous } = record
      return { seq, payload, previous: previous?.toString('hex') ?? auditGenesis, hash: hash.toString('hex') }
    }
    const act = { seq, act: record.bytes.toString('hex'), hash: digest('sha256', record.bytes, 'hex') }
    if (ways === undefined) return act
    const way = byIndex.get(String(record.act - 1n))
    return way === undefined ? [] : { ...act, way }
  })
}

type Rows = ReturnType<typeof replyOf>

/**
 * What colleagues see of each other's acts names no customer; of what customers did, only that they did. Without the whole
 * of it there is no hash to compare.
 */
function withoutCustomers({ rows, ...rest }: Rows): Rows {
  return {
    ...rest,
    rows: rows.map((row) => {
      const { seq, at, action, actor, subject } = row
      const details = Object.entries(row.details)
      const whole = [actor, subject, ...details.map(([, text]) => text)]
      if (!whole.some(isOfCustomer)) return row
      const kept = isId('opr', actor) ? details.map(([name, text]) => [name, nameless(text)]) : []
      const who = { actor: nameless(actor), subject: nameless(subject) }
      return { ...{ seq, at, action }, ...who, details: Object.fromEntries(kept) }
    }),
  }
}

const nameless = (who: string): string => (isOfCustomer(who) ? 'customer' : who)
const isOfCustomer = (who: string): boolean => /cus_|^(?:address|passkey):/.test(who)

function whoseAct(
  actor: string,
  customerId: Id<'cus'>,
  names: ReadonlyMap<Id<'opr'>, string> = new Map(),
): Pick<ReplyOf<typeof calls.listOwnActivity>['rows'][number], 'by' | 'name'> {
  if (!isId('opr', actor)) return { by: actor === customerId ? 'you' : 'house' }
  return { by: 'staff', name: names.get(actor) ?? actor }
}

function pageOf(request: { readonly cursor?: string | undefined; readonly limit?: number | undefined }): AuditPage {
  const limit = request.limit ?? rowsPerPage
  return request.cursor === undefined ? { limit } : { limit, before: BigInt(request.cursor) }
}

function replyOf(records: readonly AuditRecord[], page: AuditPage) {
  const last = records.at(-1)
  return {
    rows: records.map(({ seq, hash, details, ...record }) => ({
      seq: String(seq),
      ...record,
      ...(hash === undefined ? {} : { hash }),
      details: { ...details },
    })),
    ...(last !== undefined && records.length === page.limit ? { next: String(last.seq) } : {}),
  }
}
