import { type Instant, instant, plusMs } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import {
  type CertaintyFacts,
  canonicalTrackingKey,
  type Doubt,
  doubtOf,
  type PaymentRail,
  type RailEvent,
  type StatementLine,
} from '../../domain/index.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { PayoutRecord } from '../payments.ts'
import { findAttempts, findNumbers, type OtherAmount } from './stuck-store.ts'

/** How far the rail's clock may be behind ours. */
const statementMarginMs = 3_600_000

/** The result of a query to a rail; undefined when it cannot be queried or throws. */
async function answered<Answer>(asked: Promise<Answer> | undefined): Promise<Answer | undefined> {
  try {
    return await asked
  } catch {
    return undefined
  }
}

const linesSince = (rail: PaymentRail | undefined, from: Instant, now: Instant) =>
  answered<readonly StatementLine[]>(rail?.statement(plusMs(from, -statementMarginMs), instant(now + 1)))

/** Why it is not certain that a payment was not made, asking its rail and its rail's statement now. */
export async function doubtAbout(
  rail: PaymentRail | undefined,
  db: Db,
  payout: PayoutRecord,
  { now, isWritten }: { readonly now: Instant; readonly isWritten: boolean },
): Promise<Doubt | undefined> {
  const { state, amount, requestedAt, railId, payoutId, externalId } = payout
  const { attempts, attemptAt } = await findAttempts(db, payoutId)
  const facts: CertaintyFacts = {
    state,
    amount,
    requestedAt,
    now,
    attempts,
    attemptAt,
    answer: attempts === 0 ? undefined : await answered(rail?.paymentOf?.(payoutId)),
    lines: attempts === 0 ? undefined : await linesSince(rail, requestedAt, now),
    explained: await findNumbers(db, railId),
    externalId,
    isWritten,
  }
  return doubtOf(facts)
}

/** Whether the rail's statement has the payment as the rail reported it: the same number, the same amount. */
export async function isOnStatement(
  rail: PaymentRail | undefined,
  payout: PayoutRecord,
  { event }: OtherAmount,
  now: Instant,
): Promise<boolean> {
  const lines = (await linesSince(rail, payout.requestedAt, now)) ?? []
  return lines.some(
    ({ direction, externalId, amount }) =>
      direction === 'out' &&
      canonicalTrackingKey(externalId) === canonicalTrackingKey(event.externalId) &&
      amount.asset.code === event.amount.asset.code &&
      amount.minor === event.amount.minor,
  )
}

/** Whether the rail's statement has money in of this number and amount, since the payment it returns was requested. */
export async function isReturnOnStatement(
  rail: PaymentRail | undefined,
  { requestedAt }: Pick<PayoutRecord, 'requestedAt'>,
  back: { readonly returnId: string; readonly amount: StatementLine['amount'] },
  now: Instant,
): Promise<boolean> {
  const lines = (await linesSince(rail, requestedAt, now)) ?? []
  return lines.some(
    ({ direction, externalId, amount }) =>
      direction === 'in' &&
      externalId === back.returnId &&
      amount.asset.code === back.amount.asset.code &&
      amount.minor === back.amount.minor,
  )
}

/**
 * The payment as on its rail's statement, where the rail accepted it and never reported its end: its number is there once,
 * paid out in the same asset. `found`: the number two people found there, of a payment the rail never reported a number of;
 * then the amount must be the one that was asked for. Undefined when it is not, or the statement cannot be read.
 */
export async function endOnStatement(
  rail: PaymentRail | undefined,
  { payoutId, state, externalId, requestedAt, amount }: PayoutRecord,
  { now, found }: { readonly now: Instant; readonly found: string | undefined },
): Promise<Extract<RailEvent, { kind: 'payout-confirmed' }> | undefined> {
  const number = externalId ?? found
  if ((state !== 'sent' && state !== 'instructed') || number === undefined) return undefined
  const lines = ((await linesSince(rail, requestedAt, now)) ?? []).filter(
    (line) =>
      line.direction === 'out' &&
      line.reverses === undefined &&
      line.amount.asset.code === amount.asset.code &&
      canonicalTrackingKey(line.externalId) === canonicalTrackingKey(number),
  )
  const [line, ...more] = lines
  if (line === undefined || more.length > 0) return undefined
  if (externalId === undefined && line.amount.minor !== amount.minor) return undefined
  return { kind: 'payout-confirmed', payoutId, externalId: line.externalId, amount: line.amount, at: line.at }
}

/** Another rail that can make this payment: one that takes its destination, or people, who pay any bank account. */
export function otherRailFor(
  { rails, manual }: Pick<PaymentsDeps, 'rails' | 'manual'>,
  { railId, amount, destination }: PayoutRecord,
): PaymentRail | undefined {
  return rails.find(
    (rail) =>
      rail.id !== railId &&
      rail.assets.includes(amount.asset.code) &&
      (rail.destinationProblem(destination) === undefined ||
        (rail.id === manual?.railId && destination.kind !== 'address')),
  )
}
