import { isNotOfDemo } from '@bolsillo/identity/server'
import { type Id, type Instant, idOf, instant, type TimedCase } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Certificate, FieldRefusal, IdentityState, PaperField } from '../domain/index.ts'
import { paperFields, readRefusal } from '../domain/index.ts'

/** A submission as stored. What is in it is sealed. */
export interface StoredCase {
  readonly id: Id<'kyc'>
  readonly customerId: Id<'cus'>
  readonly attempt: number
  readonly country: string
  readonly certificate: Certificate
  readonly level: number
  readonly state: 'pending' | 'succ' | 'fail'
  readonly sealed: Buffer
  readonly front: Id<'fil'>
  readonly back: Id<'fil'> | undefined
  readonly carried: readonly PaperField[]
  readonly submittedAt: Instant
  readonly decidedAt: Instant | undefined
}

interface Row {
  readonly id: string
  readonly customer_id: string
  readonly attempt: number
  readonly country: string
  readonly certificate: Certificate
  readonly level: number
  readonly state: StoredCase['state']
  readonly sealed: Buffer
  readonly front_file: string
  readonly back_file: string | null
  readonly carried: readonly string[]
  readonly submitted_at: bigint
  readonly decided_at: bigint | null
}

function caseOf(row: Row): StoredCase {
  return {
    id: idOf('kyc', row.id),
    customerId: idOf('cus', row.customer_id),
    attempt: row.attempt,
    country: row.country,
    certificate: row.certificate,
    level: row.level,
    state: row.state,
    sealed: row.sealed,
    front: idOf('fil', row.front_file),
    back: row.back_file === null ? undefined : idOf('fil', row.back_file),
    carried: paperFields.filter((field) => row.carried.includes(field)),
    submittedAt: instant(Number(row.submitted_at)),
    decidedAt: row.decided_at === null ? undefined : instant(Number(row.decided_at)),
  }
}

/** One submission of a customer at a time: whoever comes second sees what the first one did. */
export async function lockSubmissions(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`papers ${customerId}`}, 0))`
}

export async function findLatestCase(db: Db, customerId: Id<'cus'>): Promise<StoredCase | undefined> {
  const [row] = await db<Row[]>`
    select * from identity_case where customer_id = ${customerId} order by attempt desc limit 1`
  return row === undefined ? undefined : caseOf(row)
}

/** The submission a customer was verified by. */
export async function findVerifiedCase(db: Db, customerId: Id<'cus'>): Promise<StoredCase | undefined> {
  const [row] = await db<Row[]>`select * from identity_case where customer_id = ${customerId} and state = 'succ'`
  return row === undefined ? undefined : caseOf(row)
}

export async function findCase(db: Db, id: Id<'kyc'>): Promise<StoredCase | undefined> {
  const [row] = await db<Row[]>`select * from identity_case where id = ${id}`
  return row === undefined ? undefined : caseOf(row)
}

export async function insertCase(tx: Tx, made: Omit<StoredCase, 'state' | 'decidedAt'>): Promise<void> {
  await tx`
    insert into identity_case (id, customer_id, attempt, country, certificate, level, sealed, front_file, back_file,
      carried, submitted_at)
    values (${made.id}, ${made.customerId}, ${made.attempt}, ${made.country}, ${made.certificate}, ${made.level},
      ${made.sealed}, ${made.front}, ${made.back ?? null}, ${[...made.carried]}::text[], ${made.submittedAt})`
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
  return row === undefined ? undefined : caseOf(row)
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

/** Other customers who sent one of a case's numbers, whatever became of it. */
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

/** A line of the queue: no name, no number. */
export type QueueCase = Omit<StoredCase, 'sealed' | 'front' | 'back' | 'carried' | 'level'> & {
  readonly duplicate: boolean
}

type QueueRow = Omit<Row, 'sealed' | 'front_file' | 'back_file' | 'carried' | 'level'> & { readonly duplicate: boolean }

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
  const duplicate = db`exists (
    select from identity_mark own join identity_mark other
      on other.mark = own.mark and other.kind = own.kind and other.customer_id <> own.customer_id
    where own.case_id = identity_case.id) as duplicate`
  const columns = db`id, customer_id, attempt, country, certificate, state, submitted_at, decided_at, ${duplicate}`
  const rows =
    page.filter === 'pending'
      ? await db<QueueRow[]>`
          select ${columns} from identity_case
          where state = 'pending' and (${at}::bigint is null or (submitted_at, id) > (${at}::bigint, ${id}))
          order by submitted_at, id limit ${page.limit}`
      : await db<QueueRow[]>`
          select ${columns} from identity_case
          where state <> 'pending' and (${at}::bigint is null or (decided_at, id) < (${at}::bigint, ${id}))
          order by decided_at desc, id desc limit ${page.limit}`
  return rows.map((row) => {
    const {
      id: caseId,
      customerId,
      attempt,
      country,
      certificate,
      state,
      submittedAt,
      decidedAt,
    } = caseOf({
      ...row,
      sealed: Buffer.alloc(0),
      front_file: noFile,
      back_file: null,
      carried: [],
      level: 0,
    })
    const { duplicate: isDuplicate } = row
    return {
      id: caseId,
      customerId,
      attempt,
      country,
      certificate,
      state,
      submittedAt,
      decidedAt,
      duplicate: isDuplicate,
    }
  })
}

const noFile = `fil_${'0'.repeat(26)}`

/** How many wait, and since when the oldest does. */
export async function countWaiting(db: Db): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: bigint; oldest: bigint | null }[]>`
    select count(*) as count, min(submitted_at) as oldest from identity_case where state = 'pending'`
  const oldest = row?.oldest ?? null
  return { count: Number(row?.count ?? 0n), ...(oldest === null ? {} : { oldestAt: instant(Number(oldest)) }) }
}

/** How long decisions of staff took since a time. Bounded: the newest twenty thousand. */
export async function findReviewTimes(db: Db, since: Instant): Promise<readonly TimedCase[]> {
  const rows = await db<{ ms: bigint }[]>`
    select ms from (
      select identity_case.customer_id, step.at, step.at - submitted_at as ms
      from identity_step step join identity_case on identity_case.id = case_id
      where to_state <> 'pending' and step.at > ${since} and actor like 'opr\\_%'
    ) as review
    where ${isNotOfDemo(db)} order by at desc limit 20000`
  return rows.map(({ ms }) => ({ ms: Number(ms) }))
}
