import { type Id, type Instant, instant, money, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { type ChannelCode, type Destination, type PayoutState, payableAssets } from '../domain/index.ts'
import type { PayoutRecord } from './payments.ts'

interface Row {
  readonly id: Id<'pay'>
  readonly cause: string
  readonly customer_id: Id<'cus'> | null
  readonly rail_id: string
  readonly channel: ChannelCode
  readonly asset: string
  readonly minor: bigint
  readonly destination: Destination
  readonly reference: string
  readonly requested_at: bigint
  readonly state: PayoutState
  readonly external_id: string | null
  readonly failure: string | null
  readonly changed_at: bigint
}

function recordOf(row: Row): PayoutRecord {
  return {
    payoutId: row.id,
    cause: row.cause,
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    railId: row.rail_id,
    channel: row.channel,
    amount: money(row.minor, present(payableAssets[row.asset], `asset ${row.asset}`)),
    destination: row.destination,
    reference: row.reference,
    state: row.state,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    ...(row.failure === null ? {} : { failure: row.failure }),
    requestedAt: instant(Number(row.requested_at)),
    changedAt: instant(Number(row.changed_at)),
  }
}

/** Writes a payment out down, if its cause has none. @returns whether it is this one. */
export async function insertPayout(
  tx: Tx,
  payout: Omit<PayoutRecord, 'state' | 'changedAt' | 'externalId' | 'failure'>,
): Promise<boolean> {
  const { payoutId, requestedAt } = payout
  const rows = await tx`
    insert into payout (id, cause, customer_id, rail_id, channel, asset, minor, destination, reference, requested_at)
    values (${payoutId}, ${payout.cause}, ${payout.customerId ?? null}, ${payout.railId}, ${payout.channel}, ${payout.amount.asset.code},
      ${payout.amount.minor}, ${JSON.stringify(payout.destination)}::text::jsonb, ${payout.reference}, ${requestedAt})
    on conflict (cause) do nothing returning id`
  if (rows.length === 0) return false
  await tx`
    insert into payout_state (payout_id, state, next_try_at, changed_at)
    values (${payoutId}, 'requested', ${requestedAt}, ${requestedAt})`
  await tx`
    insert into payout_step (payout_id, no, state, at, actor, details)
    values (${payoutId}, 1, 'requested', ${requestedAt}, 'payments', '{}')`
  return true
}

/** The payment of a cause. */
export async function findPayoutOfCause(db: Db, cause: string): Promise<PayoutRecord | undefined> {
  const [row] = await db<Row[]>`
    select payout.*, state.state, state.external_id, state.failure, state.changed_at
    from payout join payout_state state on state.payout_id = payout.id where payout.cause = ${cause}`
  return row === undefined ? undefined : recordOf(row)
}

export async function findPayout(db: Db, payoutId: string): Promise<PayoutRecord | undefined> {
  const [row] = await db<Row[]>`
    select payout.*, state.state, state.external_id, state.failure, state.changed_at
    from payout join payout_state state on state.payout_id = payout.id where payout.id = ${payoutId}`
  return row === undefined ? undefined : recordOf(row)
}

/** Locks a payment out for a change of its state. */
export async function lockPayout(tx: Tx, payoutId: string): Promise<PayoutRecord | undefined> {
  await tx`select from payout_state where payout_id = ${payoutId} for update`
  return await findPayout(tx, payoutId)
}

/** Payments the rail has not taken yet and may be asked to now. */
export async function findPayoutsToSend(db: Db, now: Instant, limit: number): Promise<readonly PayoutRecord[]> {
  const rows = await db<Row[]>`
    select payout.*, state.state, state.external_id, state.failure, state.changed_at
    from payout join payout_state state on state.payout_id = payout.id
    where state.state = 'requested' and state.next_try_at <= ${now} order by payout.requested_at, payout.id limit ${limit}`
  return rows.map(recordOf)
}

/** Payments out of a rail that did not end, oldest first. */
export async function findOpenPayouts(db: Db, railId: string, limit: number): Promise<readonly PayoutRecord[]> {
  const rows = await db<Row[]>`
    select payout.*, state.state, state.external_id, state.failure, state.changed_at
    from payout join payout_state state on state.payout_id = payout.id
    where payout.rail_id = ${railId} and state.state in ('requested', 'instructed', 'sent')
    order by payout.requested_at, payout.id limit ${limit}`
  return rows.map(recordOf)
}

/** Takes a payment to its next state and notes the step. The caller holds its lock and knows that the move is allowed. */
export async function movePayout(
  tx: Tx,
  payoutId: string,
  move: {
    readonly state: PayoutState
    readonly externalId?: string | undefined
    readonly failure?: string | undefined
    readonly actor: string
    readonly now: Instant
  },
): Promise<void> {
  const { state, externalId, failure, actor, now } = move
  await tx`
    update payout_state set state = ${state}, external_id = coalesce(${externalId ?? null}, external_id),
      failure = ${failure ?? null}, problem = null, changed_at = ${now} where payout_id = ${payoutId}`
  const details = {
    ...(externalId === undefined ? {} : { externalId }),
    ...(failure === undefined ? {} : { failure }),
  }
  await tx`
    insert into payout_step (payout_id, no, state, at, actor, details)
    select ${payoutId}, coalesce(max(no), 0) + 1, ${state}, ${now}, ${actor}, ${JSON.stringify(details)}::text::jsonb
    from payout_step where payout_id = ${payoutId}`
}

/** Notes that a rail could not be asked, and when to ask again. */
export async function noteTry(
  tx: Tx,
  payoutId: string,
  attempt: { readonly problem: string; readonly nextTryAt: Instant; readonly now: Instant },
): Promise<void> {
  await tx`
    update payout_state set tries = tries + 1, problem = ${attempt.problem}, next_try_at = ${attempt.nextTryAt}
    where payout_id = ${payoutId} and state = 'requested'`
}

/** How often a payment was tried in vain. */
export async function triesOf(db: Db, payoutId: string): Promise<number> {
  const [row] = await db<{ tries: number }[]>`select tries from payout_state where payout_id = ${payoutId}`
  return row?.tries ?? 0
}
