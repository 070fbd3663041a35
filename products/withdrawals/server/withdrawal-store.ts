import { assert, type Id, type Instant, present } from '@bolsillo/kernel'
import { findChannel } from '@bolsillo/payments/domain'
import { column, type Db, type Row, records, type Tx } from '@bolsillo/server-kit'
import {
  afterMove,
  type FailReason,
  failReasons,
  type WithdrawalMoney,
  type WithdrawalMove,
  type WithdrawalNote,
  type WithdrawalState,
  withdrawalMoves,
  withdrawalNotes,
  withdrawalStates,
} from '../domain/index.ts'

/** A withdrawal. */
export interface Withdrawal extends WithdrawalMoney {
  readonly destinationId: Id<'dst'>
  readonly returned: boolean
  readonly requestedAt: Instant
  readonly state: WithdrawalState
  readonly failReason: FailReason | undefined
  readonly changedAt: Instant
  readonly escalatedAt: Instant | undefined
  readonly externalId: string | undefined
  /** What came back because less arrived than was to; below zero what more left because more did. */
  readonly back: bigint
}

/** One line of a withdrawal's history. */
export interface WithdrawalEvent {
  readonly at: Instant
  readonly what: WithdrawalMove | WithdrawalNote
  readonly state: WithdrawalState
  readonly actor: string
  readonly reason: string | undefined
  readonly entryId: Id<'ent'> | undefined
  /** What of money that came back settled the claim of what was paid too much. Minor units. */
  readonly covered: bigint
}

const withdrawalRows = records<Withdrawal>({
  withdrawalId: column.id('id', 'wdr'),
  customerId: column.id('customer_id', 'cus'),
  destinationId: column.id('destination_id', 'dst'),
  channel: {
    names: ['channel'],
    read: ({ channel }) => present(findChannel(String(channel)), `channel ${channel}`),
    write: ({ code, asset }) => ({ channel: code, asset: asset.code }),
  },
  amount: column.whole('amount'),
  fee: column.whole('fee'),
  vat: column.whole('vat'),
  net: column.whole('net'),
  holdId: column.id('hold_id', 'hld'),
  returned: column.flag('returned'),
  requestedAt: column.at('requested_at'),
  state: column.oneOf('state', withdrawalStates),
  failReason: column.optional(column.oneOf('fail_reason', failReasons)),
  changedAt: column.at('changed_at'),
  escalatedAt: column.optional(column.at('escalated_at')),
  externalId: column.optional(column.text('external_id')),
  back: column.whole('back'),
})

const found = (row: Row | undefined): Withdrawal | undefined =>
  row === undefined ? undefined : withdrawalRows.read(row)

/** Keeps a new withdrawal, under review, with the first line of its history. */
export async function insertWithdrawal(tx: Tx, made: Withdrawal, entryId: Id<'ent'>): Promise<void> {
  const { withdrawalId, customerId, requestedAt } = made
  await tx`insert into withdrawal ${tx(withdrawalRows.write(made))}`
  await note(tx, withdrawalId, {
    at: requestedAt,
    what: 'requested',
    state: 'under-review',
    actor: customerId,
    entryId,
  })
}

const eventRows = records<WithdrawalEvent>({
  at: column.at('at'),
  what: column.oneOf('what', [...withdrawalMoves, ...withdrawalNotes]),
  state: column.oneOf('state', withdrawalStates),
  actor: column.text('actor'),
  reason: column.optional(column.text('reason')),
  entryId: column.optional(column.id('entry_id', 'ent')),
  covered: column.whole('covered'),
})

type Optional = 'reason' | 'entryId' | 'covered'
type Note = Omit<WithdrawalEvent, Optional> & Partial<Pick<WithdrawalEvent, Optional>>

/** Adds a line to a withdrawal's history. */
export async function note(tx: Tx, withdrawalId: Id<'wdr'>, line: Note): Promise<void> {
  const whole = { reason: undefined, entryId: undefined, covered: 0n, ...line }
  await tx`insert into withdrawal_event ${tx({ withdrawal_id: withdrawalId, ...eventRows.write(whole) })}`
}

/** Locks a withdrawal and returns it. */
export async function lockWithdrawal(tx: Tx, id: Id<'wdr'>): Promise<Withdrawal | undefined> {
  const [row] = await tx<Row[]>`select * from withdrawal where id = ${id} for update`
  return found(row)
}

/** Moves a locked withdrawal along the transition table and writes the line of its history. */
export async function moveWithdrawal(
  tx: Tx,
  withdrawal: Withdrawal,
  step: {
    readonly move: WithdrawalMove
    readonly at: Instant
    readonly actor: string
    readonly entryId: Id<'ent'>
    readonly reason?: FailReason
    readonly approvalId?: Id<'apv'>
  },
): Promise<Withdrawal> {
  const state = afterMove(withdrawal.state, step.move)
  assert(state !== undefined, `a withdrawal ${withdrawal.state} cannot ${step.move}`)
  const { withdrawalId } = withdrawal
  const [row] = await tx<Row[]>`
    update withdrawal set state = ${state}, changed_at = ${step.at},
      fail_reason = ${state === 'fail' ? (step.reason ?? null) : null},
      approval_id = coalesce(${step.approvalId ?? null}, approval_id)
    where id = ${withdrawalId} and state = ${withdrawal.state}
    returning *`
  assert(row !== undefined, 'a locked withdrawal is as it was read')
  const { at: when, move: what, actor, entryId, reason } = step
  await note(tx, withdrawalId, { at: when, what, state, actor, entryId, reason })
  return withdrawalRows.read(row)
}

/** Notes the rail's own number of the payment. */
export async function setPayment(
  tx: Tx,
  id: Id<'wdr'>,
  payment: { readonly railId: string; readonly externalId: string },
): Promise<void> {
  await tx`update withdrawal set rail_id = ${payment.railId}, external_id = ${payment.externalId} where id = ${id}`
}

/** Notes how another amount than was asked for was booked. */
export async function setDifference(
  tx: Tx,
  id: Id<'wdr'>,
  { back, claim }: { readonly back: bigint; readonly claim: bigint },
): Promise<void> {
  await tx`update withdrawal set back = ${back}, claim = ${claim} where id = ${id}`
}

/** A withdrawal that was paid beyond what its customer had. */
export interface OverpaidWithdrawal {
  readonly withdrawal: Withdrawal
  /** Minor units that are claimed. */
  readonly claim: bigint
}

/** Withdrawals that were paid beyond what their customers had, after an id; in order. */
export async function findOverpaid(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly OverpaidWithdrawal[]> {
  const rows = await db<(Row & { readonly claim: bigint })[]>`
    select * from withdrawal where claim > 0 and id > ${after} order by id limit ${limit}`
  return rows.map((row) => ({ withdrawal: withdrawalRows.read(row), claim: row.claim }))
}

/** The customer's own withdrawal. */
export async function findWithdrawal(db: Db, customerId: Id<'cus'>, id: Id<'wdr'>): Promise<Withdrawal | undefined> {
  const [row] = await db<Row[]>`select * from withdrawal where id = ${id} and customer_id = ${customerId}`
  return found(row)
}

/** Anybody's withdrawal: for staff and for what rails tell. */
export async function findAnyWithdrawal(db: Db, id: Id<'wdr'>): Promise<Withdrawal | undefined> {
  const [row] = await db<Row[]>`select * from withdrawal where id = ${id}`
  return found(row)
}

/** A page of a customer's withdrawals by these channels, newest first. */
export async function listOwnWithdrawals(
  db: Db,
  customerId: Id<'cus'>,
  page: {
    readonly channels?: readonly string[]
    readonly state?: WithdrawalState | undefined
    readonly before?: string | undefined
    readonly limit: number
  },
): Promise<readonly Withdrawal[]> {
  const rows = await db<Row[]>`
    select * from withdrawal
    where customer_id = ${customerId}
      and (${page.channels === undefined} or channel = any (${[...(page.channels ?? [])]}::text[]))
      and (${page.state ?? null}::text is null or state = ${page.state ?? null})
      and (${page.before ?? null}::text is null or id < ${page.before ?? null})
    order by id desc limit ${page.limit}`
  return rows.map(withdrawalRows.read)
}

/** The history of a withdrawal, in order. */
export async function listEvents(db: Db, id: Id<'wdr'>): Promise<readonly WithdrawalEvent[]> {
  const rows = await db<Row[]>`select * from withdrawal_event where withdrawal_id = ${id} order by seq`
  return rows.map(eventRows.read)
}

/** What counts against the limits: what was asked for since, and did not come back. Minor units of the asset. */
export async function sumSince(db: Db, customerId: Id<'cus'>, asset: string, since: Instant): Promise<bigint> {
  const [row] = await db<{ total: bigint }[]>`
    select coalesce(sum(amount), 0)::bigint as total from withdrawal
    where customer_id = ${customerId} and asset = ${asset} and requested_at > ${since}
      and state in ('under-review', 'doing', 'complete')`
  return row?.total ?? 0n
}

/** How many withdrawals of a customer are on their way. */
export async function countOpen(db: Db, customerId: Id<'cus'>): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from withdrawal
    where customer_id = ${customerId} and state in ('under-review', 'doing')`
  return row?.count ?? 0
}
