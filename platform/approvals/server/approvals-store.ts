import { hash } from 'node:crypto'
import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { ApprovalOutcome, ApprovalPayload, ApprovalState } from '../domain/index.ts'

/** A proposal as stored, with its outcome. */
export interface StoredApproval {
  readonly id: Id<'apv'>
  readonly kind: string
  readonly subject: string
  readonly customerId: Id<'cus'> | undefined
  readonly payload: ApprovalPayload
  readonly payloadHash: string
  readonly reason: string
  readonly maker: Id<'opr'>
  readonly createdAt: Instant
  readonly expiresAt: Instant
  /** How many decide it beside its maker. */
  readonly deciders: number
  /** Who agreed already, where one does not decide it alone. */
  readonly agreed: readonly Id<'opr'>[]
  readonly state: ApprovalState
  readonly decision: { readonly by: string; readonly reason: string; readonly at: Instant } | undefined
}

interface Row {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly customer_id: string | null
  readonly payload: string
  readonly payload_hash: string
  readonly reason: string
  readonly maker: string
  readonly created_at: bigint
  readonly expires_at: bigint
  readonly deciders: number
  readonly agreed: readonly string[]
  readonly outcome: ApprovalOutcome | null
  readonly decided_by: string | null
  readonly decided_reason: string | null
  readonly decided_at: bigint | null
}

const columns = (db: Db) => db`
  approval.id, kind, subject, customer_id, payload, approval.payload_hash, approval.reason, maker, created_at, expires_at,
  deciders, array(select decided_by from approval_consent where approval_id = approval.id order by decided_at, decided_by) as agreed,
  outcome, decided_by, decision.reason as decided_reason, decided_at`
const joined = (db: Db) => db`approval left join approval_decision decision on decision.approval_id = approval.id`

function approvalOf(row: Row): StoredApproval {
  return {
    id: idOf('apv', row.id),
    kind: row.kind,
    subject: row.subject,
    customerId: row.customer_id === null ? undefined : idOf('cus', row.customer_id),
    payload: JSON.parse(row.payload) as ApprovalPayload,
    payloadHash: row.payload_hash,
    reason: row.reason,
    maker: idOf('opr', row.maker),
    createdAt: instant(Number(row.created_at)),
    expiresAt: instant(Number(row.expires_at)),
    deciders: row.deciders,
    agreed: row.agreed.map((by) => idOf('opr', by)),
    state: row.outcome ?? 'open',
    decision:
      row.decided_at === null
        ? undefined
        : { by: row.decided_by ?? '', reason: row.decided_reason ?? '', at: instant(Number(row.decided_at)) },
  }
}

/** SHA-256 as 64 hex digits. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}

export async function findApproval(db: Db, id: Id<'apv'>): Promise<StoredApproval | undefined> {
  const [row] = await db<Row[]>`select ${columns(db)} from ${joined(db)} where approval.id = ${id}`
  return row === undefined ? undefined : approvalOf(row)
}

/** Waits for whoever decides it now, and reads what is there then. */
export async function lockApproval(tx: Tx, id: Id<'apv'>): Promise<StoredApproval | undefined> {
  await tx`select approval_lock(${id})`
  return await findApproval(tx, id)
}

/** The proposal of a kind about a subject nobody has decided, expired or not. */
export async function findOpenAbout(db: Db, kind: string, subject: string): Promise<StoredApproval | undefined> {
  const [row] = await db<Row[]>`
    select ${columns(db)} from ${joined(db)} where kind = ${kind} and subject = ${subject} and open`
  return row === undefined ? undefined : approvalOf(row)
}

/** What somebody can still decide: what they neither made nor agreed to. */
const decidableBy = (db: Db, by: Id<'opr'>) => db`
  maker <> ${by} and not exists (select from approval_consent where approval_id = approval.id and decided_by = ${by})`

/** Those of some kinds that wait, soonest to expire first; `decidableBy`: only what that person can decide. */
export async function findWaiting(
  db: Db,
  kinds: readonly string[],
  page: {
    readonly after: string
    readonly limit: number
    readonly now: Instant
    readonly decidableBy?: Id<'opr'>
  },
): Promise<readonly StoredApproval[]> {
  const whose = page.decidableBy === undefined ? db`` : db`and ${decidableBy(db, page.decidableBy)}`
  const rows = await db<Row[]>`
    select ${columns(db)} from ${joined(db)}
    where open and expires_at >= ${page.now} and kind = any (${[...kinds]}::text[]) and approval.id > ${page.after} ${whose}
    order by approval.id limit ${page.limit}`
  return rows.map(approvalOf)
}

/** Those of some kinds that were decided, latest made first. */
export async function findClosed(
  db: Db,
  kinds: readonly string[],
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly StoredApproval[]> {
  const before = page.before === undefined ? db`` : db`and approval.id < ${page.before}`
  const rows = await db<Row[]>`
    select ${columns(db)} from ${joined(db)}
    where not open and kind = any (${[...kinds]}::text[]) ${before}
    order by approval.id desc limit ${page.limit}`
  return rows.map(approvalOf)
}

/** How many of some kinds wait that somebody can decide, and since when the oldest does. */
export async function countWaiting(
  db: Db,
  kinds: readonly string[],
  now: Instant,
  by: Id<'opr'>,
): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: bigint; oldest: bigint | null }[]>`
    select count(*) as count, min(created_at) as oldest from approval
    where open and expires_at >= ${now} and kind = any (${[...kinds]}::text[])
      and ${decidableBy(db, by)}`
  const count = Number(row?.count ?? 0n)
  const oldest = row?.oldest ?? null
  return oldest === null ? { count } : { count, oldestAt: instant(Number(oldest)) }
}

/** Keeps a proposal. @returns false: one of the kind about the subject is open. */
export async function insertApproval(
  tx: Tx,
  approval: Omit<StoredApproval, 'payload' | 'state' | 'decision' | 'agreed'> & { readonly payloadText: string },
): Promise<boolean> {
  const rows = await tx`
    insert into approval (id, kind, subject, customer_id, payload, payload_hash, reason, maker, created_at, expires_at,
      deciders)
    values (${approval.id}, ${approval.kind}, ${approval.subject}, ${approval.customerId ?? null},
      ${approval.payloadText}, ${approval.payloadHash}, ${approval.reason}, ${approval.maker}, ${approval.createdAt},
      ${approval.expiresAt}, ${approval.deciders})
    on conflict (kind, subject) where open do nothing returning id`
  return rows.length === 1
}

/** Stores the outcome of a proposal; the database checks who may decide it, when, and about what. */
export async function insertDecision(
  tx: Tx,
  decision: {
    readonly approval: StoredApproval
    readonly outcome: ApprovalOutcome
    readonly payloadHash: string
    readonly by: string
    readonly reason: string
    readonly at: Instant
  },
): Promise<void> {
  const { approval, outcome, payloadHash, by, reason, at } = decision
  await tx`
    insert into approval_decision (approval_id, outcome, payload_hash, decided_by, reason, decided_at)
    values (${approval.id}, ${outcome}, ${payloadHash}, ${by}, ${reason}, ${at})`
}

/** Keeps that somebody agrees to what takes more than them; the database holds who may, when, and about what. */
export async function insertConsent(
  tx: Tx,
  consent: {
    readonly approval: StoredApproval
    readonly by: string
    readonly reason: string
    readonly at: Instant
  },
): Promise<void> {
  const { approval, by, reason, at } = consent
  await tx`
    insert into approval_consent (approval_id, payload_hash, decided_by, reason, decided_at)
    values (${approval.id}, ${approval.payloadHash}, ${by}, ${reason}, ${at})`
}

/** Proposals whose hour is over. */
export async function findOverdue(db: Db, now: Instant, limit: number): Promise<readonly Id<'apv'>[]> {
  const rows = await db<{ id: string }[]>`
    select id from approval where open and expires_at < ${now} order by expires_at limit ${limit}`
  return rows.map(({ id }) => idOf('apv', id))
}

/** Proposals of one kind that wait. */
export async function findOpenOf(
  db: Db,
  kind: string,
  now: Instant,
): Promise<readonly { readonly id: Id<'apv'>; readonly kind: string; readonly subject: string }[]> {
  const rows = await db<{ id: string; subject: string }[]>`
    select id, subject from approval where kind = ${kind} and open and expires_at >= ${now}`
  return rows.map(({ id, subject }) => ({ id: idOf('apv', id), kind, subject }))
}

/** How many proposals somebody made wait for somebody else. */
export async function countOwnOpen(db: Db, maker: Id<'opr'>, now: Instant): Promise<number> {
  const [row] = await db<{ count: bigint }[]>`
    select count(*) as count from approval where maker = ${maker} and open and expires_at >= ${now}`
  return Number(row?.count ?? 0n)
}

/** How often each kind was approved since a time. */
export async function countApproved(
  db: Db,
  since: number,
): Promise<readonly { readonly name: string; readonly count: number }[]> {
  const rows = await db<{ kind: string; count: bigint }[]>`
    select kind, count(*) as count from approval join approval_decision on approval_id = id
    where outcome = 'approved' and decided_at > ${since} group by kind order by kind`
  return rows.map(({ kind, count }) => ({ name: kind, count: Number(count) }))
}

/** Of what somebody proposed since a time and others decided: how much, and how much of it one person decided. */
export async function countDecidedBy(
  db: Db,
  asked: { readonly maker: string; readonly decider: string; readonly since: number },
): Promise<{ readonly all: number; readonly byThem: number }> {
  const [row] = await db<{ all: bigint; by_them: bigint }[]>`
    select count(*) as all, count(*) filter (where decided_by = ${asked.decider}) as by_them
    from approval join approval_decision on approval_id = id
    where maker = ${asked.maker} and created_at > ${asked.since} and outcome in ('approved', 'refused')`
  return { all: Number(row?.all ?? 0n), byThem: Number(row?.by_them ?? 0n) }
}

/** Whether a kind of proposal about a customer was approved since a time. */
export async function hasAgreedLook(
  db: Db,
  look: { readonly kind: string; readonly customerId: Id<'cus'>; readonly since: number },
): Promise<boolean> {
  const rows = await db`
    select 1 from ${joined(db)}
    where kind = ${look.kind} and customer_id = ${look.customerId} and outcome = 'approved' and decided_at > ${look.since}
    limit 1`
  return rows.length > 0
}
