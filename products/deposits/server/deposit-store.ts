import { assert, type Id, type Instant, idOf, instant, money } from '@bolsillo/kernel'
import { type ChannelCode, findChannel, type Network, type PaymentMethod } from '@bolsillo/payments/domain'
import type { Origin } from '@bolsillo/payments/server'
import type { Db, Tx } from '@bolsillo/server-kit'
import {
  arrivalMarks,
  type DepositKind,
  type DepositStage,
  type FailReason,
  type HeldReason,
  mayMove,
} from '../domain/index.ts'
import { type DepositStep, type StoredDeposit, storedAsset } from './stored-deposit.ts'

interface Row {
  readonly id: string
  readonly customer_id: string | null
  readonly channel: string | null
  readonly rail_id: string
  readonly method: PaymentMethod
  readonly network: Network | null
  readonly asked_asset: string | null
  readonly asked_minor: bigint | null
  readonly asset: string
  readonly amount_minor: bigint | null
  readonly reversed_minor: bigint
  readonly credited_minor: bigint | null
  readonly external_id: string | null
  readonly told_to: string | null
  readonly from_name: string | null
  readonly from_account: string | null
  readonly transaction_hint: string | null
  readonly stage: DepositStage
  readonly held_reason: HeldReason | null
  readonly fail_reason: FailReason | null
  readonly marks: readonly string[]
  readonly seen: number
  readonly needed: number
  readonly proof_file_id: string | null
  readonly entry_id: string | null
  readonly created_at: bigint
  readonly updated_at: bigint
  readonly received_at: bigint | null
  readonly ended_at: bigint | null
}

/** How long a deposit whose way back failed waits for the next try; twice as long after each, up to a month. */
const returnWaitMs = 86_400_000
const returnDoublingsMax = 5

const at = (ms: bigint): Instant => instant(Number(ms))
const codeOf = (text: string | null): ChannelCode | undefined => (text === null ? undefined : findChannel(text)?.code)

function depositOf(row: Row): StoredDeposit {
  const asset = storedAsset(row.asset)
  const { asked_asset: askedAsset, asked_minor: askedMinor } = row
  return {
    depositId: idOf('dep', row.id),
    customerId: row.customer_id === null ? undefined : idOf('cus', row.customer_id),
    channel: codeOf(row.channel),
    railId: row.rail_id,
    method: row.method,
    network: row.network ?? undefined,
    asked: askedAsset === null || askedMinor === null ? undefined : money(askedMinor, storedAsset(askedAsset)),
    asset,
    amount: row.amount_minor === null ? undefined : money(row.amount_minor, asset),
    reversedMinor: row.reversed_minor,
    credited: row.credited_minor === null ? undefined : money(row.credited_minor, asset),
    externalId: row.external_id ?? undefined,
    toldTo: row.told_to ?? undefined,
    from: row.from_account === null ? undefined : { name: row.from_name ?? '', account: row.from_account },
    transactionHint: row.transaction_hint ?? undefined,
    stage: row.stage,
    heldReason: row.held_reason ?? undefined,
    failReason: row.fail_reason ?? undefined,
    marks: arrivalMarks.filter((mark) => row.marks.includes(mark)),
    seen: row.seen,
    needed: row.needed,
    proofFileId: row.proof_file_id ?? undefined,
    entryId: row.entry_id === null ? undefined : idOf('ent', row.entry_id),
    createdAt: at(row.created_at),
    updatedAt: at(row.updated_at),
    receivedAt: row.received_at === null ? undefined : at(row.received_at),
    endedAt: row.ended_at === null ? undefined : at(row.ended_at),
  }
}

function rowOf(deposit: StoredDeposit) {
  return {
    id: deposit.depositId,
    customer_id: deposit.customerId ?? null,
    channel: deposit.channel ?? null,
    rail_id: deposit.railId,
    method: deposit.method,
    network: deposit.network ?? null,
    asked_asset: deposit.asked?.asset.code ?? null,
    asked_minor: deposit.asked?.minor ?? null,
    asset: deposit.asset.code,
    amount_minor: deposit.amount?.minor ?? null,
    reversed_minor: deposit.reversedMinor,
    credited_minor: deposit.credited?.minor ?? null,
    external_id: deposit.externalId ?? null,
    told_to: deposit.toldTo ?? null,
    from_name: deposit.from?.name ?? null,
    from_account: deposit.from?.account ?? null,
    transaction_hint: deposit.transactionHint ?? null,
    stage: deposit.stage,
    held_reason: deposit.heldReason ?? null,
    fail_reason: deposit.failReason ?? null,
    marks: [...deposit.marks],
    seen: deposit.seen,
    needed: deposit.needed,
    proof_file_id: deposit.proofFileId ?? null,
    entry_id: deposit.entryId ?? null,
    created_at: deposit.createdAt,
    updated_at: deposit.updatedAt,
    received_at: deposit.receivedAt ?? null,
    ended_at: deposit.endedAt ?? null,
  }
}

/** Whoever books what a rail told of one payment waits for whoever is at it. Taken before any other lock. */
export async function lockExternal(tx: Tx, railId: string, externalId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`deposit ${railId} ${externalId}`}, 0))`
}

/** Whoever announces waits for the same customer's announcements, so that limits hold. */
export async function lockAnnouncements(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`deposits of ${customerId}`}, 0))`
}

/** The deposit a rail's payment is, locked. */
export async function lockByExternalId(tx: Tx, railId: string, externalId: string): Promise<StoredDeposit | undefined> {
  const [row] = await tx<Row[]>`
    select * from deposit where rail_id = ${railId} and external_id = ${externalId} for update`
  return row === undefined ? undefined : depositOf(row)
}

/** Frees the rail's number of a deposit, which is locked, for another one. */
export async function releaseNumber(tx: Tx, depositId: Id<'dep'>): Promise<void> {
  await tx`update deposit set external_id = null where id = ${depositId}`
}

export async function lockDeposit(tx: Tx, depositId: Id<'dep'>): Promise<StoredDeposit | undefined> {
  const [row] = await tx<Row[]>`select * from deposit where id = ${depositId} for update`
  return row === undefined ? undefined : depositOf(row)
}

export async function findDeposit(db: Db, depositId: Id<'dep'>): Promise<StoredDeposit | undefined> {
  const [row] = await db<Row[]>`select * from deposit where id = ${depositId}`
  return row === undefined ? undefined : depositOf(row)
}

export async function findByExternalId(db: Db, railId: string, externalId: string): Promise<StoredDeposit | undefined> {
  const [row] = await db<Row[]>`select * from deposit where rail_id = ${railId} and external_id = ${externalId}`
  return row === undefined ? undefined : depositOf(row)
}

/**
 * The announcement a payment fulfils: the one that named its hash, else the oldest of the same amount, else none. One
 * that another payment is fulfilling right now is passed over.
 */
export async function lockAnnouncement(
  tx: Tx,
  paid: {
    readonly customerId: Id<'cus'>
    readonly railId: string
    readonly asset: string
    readonly minor: bigint
    readonly externalId: string
  },
): Promise<StoredDeposit | undefined> {
  const [row] = await tx<Row[]>`
    select * from deposit
    where customer_id = ${paid.customerId} and rail_id = ${paid.railId} and stage = 'awaiting-payment'
      and (
        (transaction_hint is not null and starts_with(lower(${paid.externalId}), lower(transaction_hint)))
        or (transaction_hint is null and asked_asset = ${paid.asset} and asked_minor = ${paid.minor})
      )
    order by transaction_hint is null, id limit 1
    for update skip locked`
  return row === undefined ? undefined : depositOf(row)
}

/** Keeps a new deposit with its first step. */
export async function insertDeposit(tx: Tx, deposit: StoredDeposit, step: Omit<DepositStep, 'stage'>): Promise<void> {
  await tx`insert into deposit ${tx(rowOf(deposit))}`
  await insertStep(tx, deposit.depositId, { ...step, stage: deposit.stage })
}

/** Writes what changed of a deposit that is locked, with its step. Asserts that the move is one of the table. */
export async function saveDeposit(
  tx: Tx,
  before: StoredDeposit,
  after: StoredDeposit,
  step: Omit<DepositStep, 'stage'> | undefined,
): Promise<void> {
  assert(
    before.stage === after.stage || mayMove(before.stage, after.stage),
    `a deposit does not go from ${before.stage} to ${after.stage}`,
  )
  const { id, created_at: _, ...changed } = rowOf(after)
  const saved = await tx`update deposit set ${tx(changed)} where id = ${id} and stage = ${before.stage}`
  assert(saved.count === 1, `deposit ${id} is still ${before.stage}`)
  if (step !== undefined) await insertStep(tx, after.depositId, { ...step, stage: after.stage })
}

async function insertStep(tx: Tx, depositId: Id<'dep'>, step: DepositStep): Promise<void> {
  await tx`
    insert into deposit_step (deposit_id, no, stage, at, actor, reason, seen, needed)
    select ${depositId}, coalesce(max(no), 0) + 1, ${step.stage}, ${step.at}, ${step.actor}, ${step.reason ?? null},
      ${step.confirmations?.seen ?? null}, ${step.confirmations?.needed ?? null}
    from deposit_step where deposit_id = ${depositId}`
}

export async function findSteps(db: Db, depositId: Id<'dep'>): Promise<readonly DepositStep[]> {
  const rows = await db<
    {
      stage: DepositStage
      at: bigint
      actor: string
      reason: string | null
      seen: number | null
      needed: number | null
    }[]
  >`
    select stage, at, actor, reason, seen, needed from deposit_step where deposit_id = ${depositId} order by no`
  return rows.map((row) => ({
    stage: row.stage,
    at: at(row.at),
    actor: row.actor,
    reason: row.reason ?? undefined,
    confirmations: row.seen === null || row.needed === null ? undefined : { seen: row.seen, needed: row.needed },
  }))
}

const methodsOfKind: Readonly<Record<DepositKind, readonly PaymentMethod[]>> = {
  bank: ['spei', 'pix'],
  crypto: ['chain'],
  offline: ['transfer'],
}

/** A customer's deposits, newest first. */
export async function findDepositsOf(
  db: Db,
  customerId: Id<'cus'>,
  page: {
    readonly kind?: DepositKind | undefined
    readonly asset?: string | undefined
    readonly open?: boolean | undefined
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<readonly StoredDeposit[]> {
  const methods = page.kind === undefined ? null : [...methodsOfKind[page.kind]]
  const rows = await db<Row[]>`
    select * from deposit
    where customer_id = ${customerId}
      and (${methods}::text[] is null or method = any (${methods}::text[]))
      and (${page.asset ?? null}::text is null or asset = ${page.asset ?? null})
      and (${page.open ?? false} is false or stage not in ('credited', 'failed'))
      and (${page.before ?? null}::text is null or id < ${page.before ?? null})
    order by id desc limit ${page.limit}`
  return rows.map(depositOf)
}

/** How many announcements of a customer wait, and what they come to per asset. */
export async function findAnnounced(
  db: Db,
  customerId: Id<'cus'>,
): Promise<{ readonly count: number; readonly minorOf: (asset: string) => bigint }> {
  const rows = await db<{ asked_asset: string; count: number; minor: bigint }[]>`
    select asked_asset, count(*)::int as count, sum(asked_minor)::bigint as minor from deposit
    where customer_id = ${customerId} and stage in ('awaiting-payment', 'proof-check')
    group by asked_asset`
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    minorOf: (asset) => rows.find((row) => row.asked_asset === asset)?.minor ?? 0n,
  }
}

/** What a customer was credited since an instant, per asset. */
export async function findCreditedSince(
  db: Db,
  customerId: Id<'cus'>,
  since: Instant,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db<{ asset: string; minor: bigint }[]>`
    select asset, sum(credited_minor)::bigint as minor from deposit
    where customer_id = ${customerId} and stage = 'credited' and ended_at >= ${since} group by asset`
  return new Map(rows.map(({ asset, minor }) => [asset, minor]))
}

/** Where what a customer was credited came from, less what was taken back of it; newest first. */
export async function findCreditedOrigins(db: Db, customerId: Id<'cus'>): Promise<readonly Origin[]> {
  const rows = await db<
    { rail_id: string; asset: string; from_name: string | null; from_account: string; minor: bigint; last_at: bigint }[]
  >`
    select rail_id, asset, from_name, from_account, sum(amount_minor - reversed_minor)::bigint as minor,
      max(coalesce(received_at, created_at)) as last_at
    from deposit
    where customer_id = ${customerId} and stage = 'credited' and from_account is not null
      and amount_minor > reversed_minor
    group by rail_id, asset, from_name, from_account order by last_at desc`
  return rows.map((row) => ({
    railId: row.rail_id,
    asset: row.asset,
    from: { name: row.from_name ?? '', account: row.from_account },
    received: money(row.minor, storedAsset(row.asset)),
    lastAt: at(row.last_at),
  }))
}

/** Announcements made before an instant that nothing came for. */
export async function findOverdueAnnouncements(db: Db, before: Instant, limit: number): Promise<readonly Id<'dep'>[]> {
  const rows = await db<{ id: string }[]>`
    select id from deposit where stage = 'awaiting-payment' and created_at < ${before} order by created_at limit ${limit}`
  return rows.map(({ id }) => idOf('dep', id))
}

/**
 * A page of held money of bank rails that came before an instant, by id. Chains are left out: an origin there may be
 * shared by many. A return that failed waits a day before the next attempt, then twice as long each time.
 */
export async function findOverdueHeld(
  db: Db,
  due: { readonly before: Instant; readonly now: Instant; readonly after: string; readonly limit: number },
): Promise<readonly StoredDeposit[]> {
  const rows = await db<Row[]>`
    select deposit.* from deposit
      left join lateral (
        select count(*)::int as times, max(ended.at) as last_at
        from deposit_return sent join deposit_return_end ended on ended.return_id = sent.id
        where sent.deposit_id = deposit.id and ended.outcome = 'failed') failed on true
    where stage = 'held' and method <> 'chain' and received_at < ${due.before} and id > ${due.after}
      and (failed.times = 0
        or failed.last_at + ${returnWaitMs}::bigint * (1 << least(failed.times - 1, ${returnDoublingsMax}::int)) <= ${due.now})
    order by id limit ${due.limit}`
  return rows.map(depositOf)
}
