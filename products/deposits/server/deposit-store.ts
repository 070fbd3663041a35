import { mayMove } from '@bolsillo/cases/domain'
import { assert, type Id, type Instant, idOf, instant, money } from '@bolsillo/kernel'
import { findChannel, networks, type PaymentMethod, paymentMethods } from '@bolsillo/payments/domain'
import type { Origin } from '@bolsillo/payments/server'
import { column, type Db, type Row, records, type Tx } from '@bolsillo/server-kit'
import {
  arrivalMarks,
  type DepositKind,
  depositMoves,
  depositStages,
  failReasons,
  heldReasons,
} from '../domain/index.ts'
import { amountBeside, amountIn, assetIn, type DepositStep, type StoredDeposit, storedAsset } from './stored-deposit.ts'

/** How long a deposit whose way back failed waits for the next try; twice as long after each, up to a month. */
const returnWaitMs = 86_400_000
const returnDoublingsMax = 5

const fromName = column.optional(column.text('from_name'))
const fromAccount = column.text('from_account')

const depositRows = records<StoredDeposit>({
  depositId: column.id('id', 'dep'),
  customerId: column.optional(column.id('customer_id', 'cus')),
  channel: {
    names: ['channel'],
    read: ({ channel }) => (typeof channel === 'string' ? findChannel(channel)?.code : undefined),
    write: (channel) => ({ channel: channel ?? null }),
  },
  railId: column.text('rail_id'),
  method: column.oneOf('method', paymentMethods),
  network: column.optional(column.oneOf('network', networks)),
  asked: column.optional(amountIn('asked_minor', 'asked_asset')),
  asset: assetIn('asset'),
  amount: column.optional(amountBeside('amount_minor')),
  reversedMinor: column.whole('reversed_minor'),
  credited: column.optional(amountBeside('credited_minor')),
  externalId: column.optional(column.text('external_id')),
  toldTo: column.optional(column.text('told_to')),
  from: column.optional({
    names: ['from_account', 'from_name'],
    read: (row) => ({ name: fromName.read(row) ?? '', account: fromAccount.read(row) }),
    write: ({ name, account }) => ({ ...fromName.write(name), ...fromAccount.write(account) }),
  }),
  transactionHint: column.optional(column.text('transaction_hint')),
  stage: column.oneOf('stage', depositStages),
  heldReason: column.optional(column.oneOf('held_reason', heldReasons)),
  failReason: column.optional(column.oneOf('fail_reason', failReasons)),
  marks: column.someOf('marks', arrivalMarks),
  seen: column.small('seen'),
  needed: column.small('needed'),
  proofFileId: column.optional(column.text('proof_file_id')),
  entryId: column.optional(column.id('entry_id', 'ent')),
  createdAt: column.at('created_at'),
  updatedAt: column.at('updated_at'),
  receivedAt: column.optional(column.at('received_at')),
  endedAt: column.optional(column.at('ended_at')),
})

const found = (row: Row | undefined): StoredDeposit | undefined =>
  row === undefined ? undefined : depositRows.read(row)

/** Serializes the booking of one payment of a rail. Taken before any other lock. */
export async function lockExternal(tx: Tx, railId: string, externalId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`deposit ${railId} ${externalId}`}, 0))`
}

/** Serializes the announcements of a customer, so that their limits hold. */
export async function lockAnnouncements(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`deposits of ${customerId}`}, 0))`
}

/** The deposit a rail's payment is, locked. */
export async function lockByExternalId(tx: Tx, railId: string, externalId: string): Promise<StoredDeposit | undefined> {
  const [row] = await tx<Row[]>`
    select * from deposit where rail_id = ${railId} and external_id = ${externalId} for update`
  return found(row)
}

/** Frees the rail's number of a deposit, which is locked, for another one. */
export async function releaseNumber(tx: Tx, depositId: Id<'dep'>): Promise<void> {
  await tx`update deposit set external_id = null where id = ${depositId}`
}

export async function lockDeposit(tx: Tx, depositId: Id<'dep'>): Promise<StoredDeposit | undefined> {
  const [row] = await tx<Row[]>`select * from deposit where id = ${depositId} for update`
  return found(row)
}

export async function findDeposit(db: Db, depositId: Id<'dep'>): Promise<StoredDeposit | undefined> {
  const [row] = await db<Row[]>`select * from deposit where id = ${depositId}`
  return found(row)
}

export async function findByExternalId(db: Db, railId: string, externalId: string): Promise<StoredDeposit | undefined> {
  const [row] = await db<Row[]>`select * from deposit where rail_id = ${railId} and external_id = ${externalId}`
  return found(row)
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
  return found(row)
}

/** Keeps a new deposit with its first step. */
export async function insertDeposit(tx: Tx, deposit: StoredDeposit, step: Omit<DepositStep, 'stage'>): Promise<void> {
  await tx`insert into deposit ${tx(depositRows.write(deposit))}`
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
    before.stage === after.stage || mayMove(depositMoves, before.stage, after.stage),
    `a deposit does not go from ${before.stage} to ${after.stage}`,
  )
  const { id: _id, created_at: _createdAt, ...changed } = depositRows.write(after)
  const { depositId: id } = after
  const saved = await tx`update deposit set ${tx(changed)} where id = ${id} and stage = ${before.stage}`
  assert(saved.count === 1, `deposit ${id} is still ${before.stage}`)
  if (step !== undefined) await insertStep(tx, after.depositId, { ...step, stage: after.stage })
}

const stepRows = records<DepositStep>({
  stage: column.oneOf('stage', depositStages),
  at: column.at('at'),
  actor: column.text('actor'),
  reason: column.optional(column.text('reason')),
  confirmations: column.optional({
    names: ['seen', 'needed'],
    read: (row) => ({ seen: column.small('seen').read(row), needed: column.small('needed').read(row) }),
    write: ({ seen, needed }) => ({ seen, needed }),
  }),
})

async function insertStep(tx: Tx, depositId: Id<'dep'>, step: DepositStep): Promise<void> {
  await tx`
    insert into deposit_step (deposit_id, no, stage, at, actor, reason, seen, needed)
    select ${depositId}, coalesce(max(no), 0) + 1, ${step.stage}, ${step.at}, ${step.actor}, ${step.reason ?? null},
      ${step.confirmations?.seen ?? null}, ${step.confirmations?.needed ?? null}
    from deposit_step where deposit_id = ${depositId}`
}

export async function findSteps(db: Db, depositId: Id<'dep'>): Promise<readonly DepositStep[]> {
  const rows = await db<Row[]>`
    select stage, at, actor, reason, seen, needed from deposit_step where deposit_id = ${depositId} order by no`
  return rows.map(stepRows.read)
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
  return rows.map(depositRows.read)
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
    lastAt: instant(Number(row.last_at)),
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
  return rows.map(depositRows.read)
}
