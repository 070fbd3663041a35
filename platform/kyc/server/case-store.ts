import { waitingOf } from '@bolsillo/cases/server'
import { isNotOfDemo } from '@bolsillo/identity/server'
import { type Id, type Instant, idOf, instant, type TimedCase } from '@bolsillo/kernel'
import { column, type Db, type Row, records, type Tx } from '@bolsillo/server-kit'
import type { Certificate, FieldRefusal, IdentityState, PaperField } from '../domain/index.ts'
import { certificates, paperFields, readRefusal } from '../domain/index.ts'

const caseStates = ['pending', 'succ', 'fail'] as const

/** A submission as stored. What is in it is sealed. */
export interface StoredCase {
  readonly id: Id<'kyc'>
  readonly customerId: Id<'cus'>
  readonly attempt: number
  readonly country: string
  readonly certificate: Certificate
  readonly level: number
  readonly state: (typeof caseStates)[number]
  readonly sealed: Buffer
  readonly front: Id<'fil'>
  readonly back: Id<'fil'> | undefined
  readonly carried: readonly PaperField[]
  readonly submittedAt: Instant
  readonly decidedAt: Instant | undefined
}

/** The pictures of a case. */
export function photosOf({ front, back }: Pick<StoredCase, 'front' | 'back'>): readonly Id<'fil'>[] {
  return back === undefined ? [front] : [front, back]
}

const queueColumns = {
  id: column.id('id', 'kyc'),
  customerId: column.id('customer_id', 'cus'),
  attempt: column.small('attempt'),
  country: column.text('country'),
  certificate: column.oneOf('certificate', certificates),
  state: column.oneOf('state', caseStates),
  submittedAt: column.at('submitted_at'),
  decidedAt: column.optional(column.at('decided_at')),
}

const caseRows = records<StoredCase>({
  ...queueColumns,
  level: column.small('level'),
  sealed: column.bytes('sealed'),
  front: column.id('front_file', 'fil'),
  back: column.optional(column.id('back_file', 'fil')),
  carried: column.someOf('carried', paperFields),
})

const found = (row: Row | undefined): StoredCase | undefined => (row === undefined ? undefined : caseRows.read(row))

/** One submission of a customer at a time: whoever comes second sees what the first one did. */
export async function lockSubmissions(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`papers ${customerId}`}, 0))`
}

export async function findLatestCase(db: Db, customerId: Id<'cus'>): Promise<StoredCase | undefined> {
  const [row] = await db<Row[]>`
    select * from identity_case where customer_id = ${customerId} order by attempt desc limit 1`
  return found(row)
}

/** The submission a customer was verified by. */
export async function findVerifiedCase(db: Db, customerId: Id<'cus'>): Promise<StoredCase | undefined> {
  const [row] = await db<Row[]>`select * from identity_case where customer_id = ${customerId} and state = 'succ'`
  return found(row)
}

export async function findCase(db: Db, id: Id<'kyc'>): Promise<StoredCase | undefined> {
  const [row] = await db<Row[]>`select * from identity_case where id = ${id}`
  return found(row)
}

export async function insertCase(tx: Tx, made: Omit<StoredCase, 'state' | 'decidedAt'>): Promise<void> {
  await tx`insert into identity_case ${tx(caseRows.write({ ...made, state: 'pending', decidedAt: undefined }))}`
}

/** Decides a case that is still under review. @returns the case as it was, or undefined when somebody was faster. */
export async function decideCase(
  tx: Tx,
  id: Id<'kyc'>,
  to: 'succ' | 'fail',
  at: Instant,
): Promise<StoredCase | undefined> {
  const [row] = await tx<Row[]>`
    update identity_case set state = ${to}, decided_at = ${at} where id = ${id} and state = 'pending' returning *`
  return found(row)
}

/** A change of state, as kept for ever. */
export interface Step {
  readonly caseId: Id<'kyc'>
  readonly customerId: Id<'cus'>
  readonly from: IdentityState
  readonly to: IdentityState
  readonly actor: string
  readonly at: Instant
}

export async function insertStep(tx: Tx, step: Step): Promise<void> {
  await tx`
    insert into identity_step (case_id, customer_id, from_state, to_state, actor, at)
    values (${step.caseId}, ${step.customerId}, ${step.from}, ${step.to}, ${step.actor}, ${step.at})`
}

/** Who verified a case. */
export async function findVerifier(db: Db, id: Id<'kyc'>): Promise<string | undefined> {
  const [row] = await db<{ actor: string }[]>`
    select actor from identity_step where case_id = ${id} and to_state = 'succ' order by place desc limit 1`
  return row?.actor
}

export async function findSteps(
  db: Db,
  customerId: Id<'cus'>,
): Promise<readonly (Pick<Step, 'from' | 'to' | 'actor' | 'at'> & { readonly attempt: number })[]> {
  const rows = await db<
    { attempt: number; from_state: IdentityState; to_state: IdentityState; actor: string; at: bigint }[]
  >`
    select attempt, from_state, to_state, actor, at
    from identity_step join identity_case on identity_case.id = case_id
    where identity_step.customer_id = ${customerId} order by place limit 200`
  return rows.map((row) => ({
    attempt: row.attempt,
    from: row.from_state,
    to: row.to_state,
    actor: row.actor,
    at: instant(Number(row.at)),
  }))
}

export async function insertRefusals(tx: Tx, id: Id<'kyc'>, refusals: readonly FieldRefusal[]): Promise<void> {
  await tx`
    insert into identity_refusal (case_id, field, reason)
    select ${id}, refusal.* from unnest(
      ${refusals.map(({ field }) => field)}::text[], ${refusals.map(({ reason }) => reason)}::text[]) as refusal`
}

/** What was refused of a submission, in the order of its fields. */
export async function findRefusals(db: Db, id: Id<'kyc'>): Promise<readonly FieldRefusal[]> {
  const rows = await db<{ field: string; reason: string }[]>`
    select field, reason from identity_refusal where case_id = ${id}`
  return rows
    .flatMap(({ field, reason }) => readRefusal(`${field}:${reason}`) ?? [])
    .sort((a, b) => paperFields.indexOf(a.field) - paperFields.indexOf(b.field))
}

export type MarkKind = 'curp' | 'rfc' | 'cpf' | 'cnpj' | 'document'

export async function insertMarks(
  tx: Tx,
  owner: { readonly caseId: Id<'kyc'>; readonly customerId: Id<'cus'> },
  marks: readonly { readonly kind: MarkKind; readonly mark: Buffer }[],
): Promise<void> {
  await tx`
    insert into identity_mark (case_id, customer_id, kind, mark)
    select ${owner.caseId}, ${owner.customerId}, given.kind, decode(given.mark, 'hex') from unnest(
      ${marks.map(({ kind }) => kind)}::text[], ${marks.map(({ mark }) => mark.toString('hex'))}::text[]
    ) as given (kind, mark)`
}

/** The numbers of a case, as keyed hashes. */
export async function findMarks(db: Db, id: Id<'kyc'>): Promise<readonly Buffer[]> {
  const rows = await db<{ mark: Buffer }[]>`select mark from identity_mark where case_id = ${id} order by kind`
  return rows.map(({ mark }) => mark)
}

/** Other customers who submitted one of a case's numbers, in any outcome. */
export async function findDuplicates(
  db: Db,
  id: Id<'kyc'>,
): Promise<readonly { readonly customerId: Id<'cus'>; readonly kind: MarkKind; readonly state: string }[]> {
  const rows = await db<{ customer_id: string; kind: MarkKind; state: string }[]>`
    select distinct on (other.customer_id, other.kind) other.customer_id, other.kind, identity_case.state
    from identity_mark own
      join identity_mark other on other.mark = own.mark and other.kind = own.kind and other.customer_id <> own.customer_id
      join identity_case on identity_case.id = other.case_id
    where own.case_id = ${id}
    order by other.customer_id, other.kind, identity_case.attempt desc
    limit 20`
  return rows.map((row) => ({ customerId: idOf('cus', row.customer_id), kind: row.kind, state: row.state }))
}

/** Whether another customer sent a number of a case's, too. */
const isShared = (db: Db) => db`exists (
  select from identity_mark own join identity_mark other
    on other.mark = own.mark and other.kind = own.kind and other.customer_id <> own.customer_id
  where own.case_id = identity_case.id)`

/** A line of the queue: no name, no number. */
export type QueueCase = Omit<StoredCase, 'sealed' | 'front' | 'back' | 'carried' | 'level'> & {
  readonly duplicate: boolean
}

const queueRows = records<QueueCase>({ ...queueColumns, duplicate: column.flag('duplicate') })

/** Cases under review from the oldest on, or decided ones from the latest; `after` is where the last page ended. */
export async function findCases(
  db: Db,
  page: {
    readonly filter: 'pending' | 'decided'
    readonly after: { readonly at: number; readonly id: string } | undefined
    readonly limit: number
  },
): Promise<readonly QueueCase[]> {
  const { at, id } = page.after ?? { at: null, id: '' }
  const columns = db`
    id, customer_id, attempt, country, certificate, state, submitted_at, decided_at, ${isShared(db)} as duplicate`
  const rows =
    page.filter === 'pending'
      ? await db<Row[]>`
          select ${columns} from identity_case
          where state = 'pending' and (${at}::bigint is null or (submitted_at, id) > (${at}::bigint, ${id}))
          order by submitted_at, id limit ${page.limit}`
      : await db<Row[]>`
          select ${columns} from identity_case
          where state <> 'pending' and (${at}::bigint is null or (decided_at, id) < (${at}::bigint, ${id}))
          order by decided_at desc, id desc limit ${page.limit}`
  return rows.map(queueRows.read)
}

/** Where a page of waiting papers ended. */
export type WaitingCase = Pick<StoredCase, 'id' | 'submittedAt'>

/** Papers that have waited since a time and have no number of another customer, the oldest first, after where a page ended. */
export async function findWaitingAlone(
  db: Db,
  page: { readonly before: Instant; readonly after: WaitingCase | undefined; readonly limit: number },
): Promise<readonly WaitingCase[]> {
  const { before, after, limit } = page
  const rows = await db<{ id: string; submitted_at: bigint }[]>`
    select id, submitted_at from identity_case
    where state = 'pending' and submitted_at <= ${before}
      and (submitted_at, id) > (${after?.submittedAt ?? -1}::bigint, ${after?.id ?? ''}) and not ${isShared(db)}
    order by submitted_at, id limit ${limit}`
  return rows.map((row) => ({ id: idOf('kyc', row.id), submittedAt: instant(Number(row.submitted_at)) }))
}

/** How many wait, and since when the oldest does. */
export async function countWaiting(db: Db): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: number; oldest: bigint | null }[]>`
    select count(*)::int as count, min(submitted_at) as oldest from identity_case where state = 'pending'`
  return waitingOf(row)
}

/** How long decisions of staff took since a time. Bounded: the newest twenty thousand. */
export async function findReviewTimes(
  db: Db,
  since: Instant,
): Promise<readonly (TimedCase & { readonly group: string })[]> {
  const rows = await db<{ ms: bigint }[]>`
    select ms from (
      select identity_case.customer_id, step.at, step.at - submitted_at as ms
      from identity_step step join identity_case on identity_case.id = case_id
      where to_state <> 'pending' and step.at > ${since} and actor like 'opr\\_%'
    ) as review
    where ${isNotOfDemo(db)} order by at desc limit 20000`
  return rows.map(({ ms }) => ({ ms: Number(ms), group: 'review' }))
}
