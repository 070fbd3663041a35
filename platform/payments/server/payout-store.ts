import { type Id, type Instant, instant, type Money, money, present, writeMoneyAndCode } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import {
  type ChannelCode,
  canonicalTrackingKey,
  type Destination,
  type PayoutState,
  payableAssets,
} from '../domain/index.ts'
import type { PayoutRecord } from './payments.ts'

interface Row {
  readonly id: Id<'pay'>
  readonly cause: string
  readonly customer_id: Id<'cus'> | null
  /** The rail that pays it now. */
  readonly by_rail: string
  readonly channel: ChannelCode
  readonly asset: string
  readonly minor: bigint
  readonly destination: Destination
  readonly reference: string
  readonly goes_back: boolean
  readonly requested_at: bigint
  readonly state: PayoutState
  readonly external_id: string | null
  readonly failure: string | null
  readonly changed_at: bigint
  readonly arrived_minor: bigint | null
}

function recordOf(row: Row): PayoutRecord {
  const asset = present(payableAssets[row.asset], `asset ${row.asset}`)
  return {
    payoutId: row.id,
    cause: row.cause,
    ...(row.customer_id === null ? {} : { customerId: row.customer_id }),
    railId: row.by_rail,
    channel: row.channel,
    amount: money(row.minor, asset),
    ...(row.arrived_minor === null ? {} : { arrivedOther: money(row.arrived_minor, asset) }),
    destination: row.destination,
    reference: row.reference,
    goesBack: row.goes_back,
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
    insert into payout (
      id, cause, customer_id, rail_id, channel, asset, minor, destination, reference, goes_back, requested_at
    )
    values (${payoutId}, ${payout.cause}, ${payout.customerId ?? null}, ${payout.railId}, ${payout.channel}, ${payout.amount.asset.code},
      ${payout.amount.minor}, ${JSON.stringify(payout.destination)}::text::jsonb, ${payout.reference},
      ${payout.goesBack}, ${requestedAt})
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
    select payout.*, coalesce(state.rail_id, payout.rail_id) as by_rail, state.state, state.external_id, state.failure,
      state.changed_at, state.arrived_minor
    from payout join payout_state state on state.payout_id = payout.id where payout.cause = ${cause}`
  return row === undefined ? undefined : recordOf(row)
}

export async function findPayout(db: Db, payoutId: string): Promise<PayoutRecord | undefined> {
  const [row] = await db<Row[]>`
    select payout.*, coalesce(state.rail_id, payout.rail_id) as by_rail, state.state, state.external_id, state.failure,
      state.changed_at, state.arrived_minor
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
    select payout.*, coalesce(state.rail_id, payout.rail_id) as by_rail, state.state, state.external_id, state.failure,
      state.changed_at, state.arrived_minor
    from payout join payout_state state on state.payout_id = payout.id
    where state.state = 'requested' and state.next_try_at <= ${now}
      and coalesce(state.stopped_until, 0) <= ${now} order by payout.requested_at, payout.id limit ${limit}`
  return rows.map(recordOf)
}

/** Payments out of a rail that did not end, oldest first. */
export async function findOpenPayouts(db: Db, railId: string, limit: number): Promise<readonly PayoutRecord[]> {
  const rows = await db<Row[]>`
    select payout.*, coalesce(state.rail_id, payout.rail_id) as by_rail, state.state, state.external_id, state.failure,
      state.changed_at, state.arrived_minor
    from payout join payout_state state on state.payout_id = payout.id
    where coalesce(state.rail_id, payout.rail_id) = ${railId} and state.state in ('requested', 'instructed', 'sent')
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
    /** What arrived, where it is another amount than was asked for. */
    readonly arrivedOther?: Money | undefined
    readonly actor: string
    readonly now: Instant
  },
): Promise<void> {
  const { state, externalId, failure, arrivedOther, actor, now } = move
  await tx`
    update payout_state set state = ${state}, external_id = coalesce(${externalId ?? null}, external_id),
      arrived_minor = ${arrivedOther?.minor ?? null}, failure = ${failure ?? null}, problem = null, changed_at = ${now}
    where payout_id = ${payoutId}`
  const details = {
    ...(externalId === undefined ? {} : { externalId }),
    ...(failure === undefined ? {} : { failure }),
    ...(arrivedOther === undefined ? {} : { arrived: writeMoneyAndCode(arrivedOther) }),
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

/** How often a payment was tried in vain, and how often of these its rail was asked. */
export async function triesOf(
  db: Db,
  payoutId: string,
): Promise<{ readonly tries: number; readonly attempts: number }> {
  const [row] = await db<{ tries: number; attempts: number }[]>`
    select tries, attempts from payout_state where payout_id = ${payoutId}`
  return row ?? { tries: 0, attempts: 0 }
}

/** Notes, under the payment's lock, that its rail is about to be asked. @returns false when it must not be. */
export async function beginAttempt(tx: Tx, payoutId: string, railId: string, now: Instant): Promise<boolean> {
  const rows = await tx`
    update payout_state as state set attempts = attempts + 1, attempt_at = ${now}
    from payout
    where payout.id = state.payout_id and state.payout_id = ${payoutId} and state.state = 'requested'
      and coalesce(state.rail_id, payout.rail_id) = ${railId} and coalesce(state.stopped_until, 0) <= ${now}
    returning state.payout_id`
  return rows.length === 1
}

/**
 * Takes a rail's own number of a payment out for this payment, for ever. Spelled otherwise it is the same number.
 * @returns the payment that has it: this one, or the one that had it before.
 */
export async function claimNumber(
  tx: Tx,
  claim: { readonly railId: string; readonly number: string; readonly payoutId: string; readonly now: Instant },
): Promise<string> {
  const number = canonicalTrackingKey(claim.number)
  await tx`
    insert into payout_number (rail_id, number, payout_id, at)
    values (${claim.railId}, ${number}, ${claim.payoutId}, ${claim.now}) on conflict (rail_id, number) do nothing`
  return present(await findNumber(tx, claim.railId, claim.number), 'the number just taken')
}

/** The payment a rail's number was used for. */
export async function findNumber(db: Db, railId: string, number: string): Promise<string | undefined> {
  const [row] = await db<{ payout_id: string }[]>`
    select payout_id from payout_number where rail_id = ${railId} and number = ${canonicalTrackingKey(number)}`
  return row?.payout_id
}

/** Names an account was paid to under, by its number as a destination has it. */
export async function findHolders(db: Db, number: string): Promise<readonly string[]> {
  const rows = await db<{ holder: string }[]>`
    select distinct destination ->> 'holder' as holder from payout
    where destination ? 'holder'
      and ${number} in (destination ->> 'clabe', destination ->> 'key', destination ->> 'number')`
  return rows.map(({ holder }) => holder)
}
