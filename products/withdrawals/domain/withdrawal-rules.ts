import { refuseDecimal } from '@bolsillo/contract'
import { type Asset, type Instant, type Rejection, readMoney, reject, writeDecimal } from '@bolsillo/kernel'
import { paymentRejections } from '@bolsillo/payments/contract'
import { withdrawalsRejections as r } from '../contract/rejections.ts'
import { type Charges, chargesOf, leastFor, type Terms } from './withdrawal-terms.ts'

/** What is known when a withdrawal is asked for. The page and the server judge by the same facts; only the server decides. */
export interface WithdrawalFacts {
  readonly now: Instant
  readonly asset: Asset
  readonly terms: Terms
  /** An emergency in which no new withdrawal is taken, with its end. */
  readonly paused: Rejection | undefined
  /** A rail can pay this one. */
  readonly open: boolean
  readonly available: bigint
  /** When the destination may be paid to for the first time. */
  readonly usableAt: Instant
  /** What was asked for already, in the last 24 hours and 30 days, that did not come back. */
  readonly usedDay: bigint
  readonly usedMonth: bigint
  readonly limitDay?: bigint | undefined
  readonly limitMonth?: bigint | undefined
  readonly coolDownUntil?: Instant | undefined
  readonly coolDownReason?: string | undefined
  readonly legalHold?: { readonly reason: string; readonly until: Instant } | undefined
  readonly openWithdrawals: number
  readonly openMax: number
}

/** What was decided: the amounts of the withdrawal, or the first reason against it. */
export type WithdrawalDecision =
  | ({ readonly kind: 'taken'; readonly amount: bigint } & Charges)
  | { readonly kind: 'refused'; readonly rejection: Rejection }

/**
 * Judges a withdrawal. Nothing here depends on what the customer paid in or traded, or on a score or a
 * membership: only whether the money is there, whose it is, and where it goes.
 */
export function judgeWithdrawal(amountText: string, facts: WithdrawalFacts): WithdrawalDecision {
  const refuse = (rejection: Rejection): WithdrawalDecision => ({ kind: 'refused', rejection })
  const { asset, terms, now } = facts
  if (facts.paused !== undefined) return refuse(facts.paused)
  if (!facts.open) return refuse(reject(paymentRejections.withdrawalsClosed))
  const reading = readMoney(amountText, asset)
  if (reading.kind !== 'value') {
    const tooFine = reject(r.amountMalformed, { field: 'amount', values: { decimals: String(asset.scale) } })
    return refuse(refuseDecimal('amount', reading, tooFine))
  }
  const amount = reading.money.minor
  if (amount <= 0n) return refuse(reject(r.amountZero, { field: 'amount' }))
  const least = leastFor(facts.available, terms)
  if (amount < least) {
    return refuse(
      reject(paymentRejections.withdrawalBelowMin, {
        field: 'amount',
        values: { min: said(least, asset), asset: asset.code },
      }),
    )
  }
  if (amount > terms.most) {
    return refuse(
      reject(paymentRejections.withdrawalAboveMax, {
        field: 'amount',
        values: { max: said(terms.most, asset), asset: asset.code },
      }),
    )
  }
  const stopped = stoppedBy(facts)
  if (stopped !== undefined) return refuse(stopped)
  if (facts.usableAt > now) {
    const values = { until: String(facts.usableAt), hours: hoursUntil(facts.usableAt, now) }
    return refuse(reject(r.destinationWaits, { field: 'destinationId', values }))
  }
  const over = overLimit(amount, facts)
  if (over !== undefined) return refuse(over)
  if (facts.openWithdrawals >= facts.openMax) {
    return refuse(reject(r.tooManyOpen, { values: { max: String(facts.openMax) } }))
  }
  if (amount > facts.available) {
    const values = {
      asset: asset.code,
      available: said(facts.available, asset),
      short: said(amount - facts.available, asset),
    }
    return refuse(reject(r.insufficient, { field: 'amount', values }))
  }
  return { kind: 'taken', amount, ...chargesOf(amount, terms) }
}

/**
 * What a return to origin is judged by: the money, the law, and a freeze of the owner's own, which only they begin and may end.
 * Every other fact follows from a setting, a pause or a limit, so none of them is left.
 */
export function factsOfReturn(facts: WithdrawalFacts): WithdrawalFacts {
  const { now, asset, available, legalHold, coolDownUntil, coolDownReason } = facts
  return {
    now,
    asset,
    terms: { fee: 0n, vatBps: 0n, shareBpsMax: 0n, least: 1n, most: available },
    paused: undefined,
    open: true,
    available,
    usableAt: now,
    usedDay: 0n,
    usedMonth: 0n,
    legalHold,
    ...(coolDownReason === 'frozen-by-owner' ? { coolDownUntil, coolDownReason } : {}),
    openWithdrawals: 0,
    openMax: 1,
  }
}

function stoppedBy({ coolDownUntil, coolDownReason = '', legalHold, now }: WithdrawalFacts): Rejection | undefined {
  if (legalHold !== undefined && legalHold.until > now) {
    return reject(r.legalHold, { values: { reason: legalHold.reason, until: String(legalHold.until) } })
  }
  if (coolDownUntil === undefined || coolDownUntil <= now) return undefined
  const values = { until: String(coolDownUntil), hours: hoursUntil(coolDownUntil, now), reason: coolDownReason }
  return reject(r.coolDown, { values })
}

function overLimit(amount: bigint, facts: WithdrawalFacts): Rejection | undefined {
  const { asset, limitDay, limitMonth, usedDay, usedMonth } = facts
  const values = (limit: bigint, used: bigint) => ({
    asset: asset.code,
    limit: said(limit, asset),
    left: said(limit > used ? limit - used : 0n, asset),
  })
  if (limitDay !== undefined && usedDay + amount > limitDay) {
    return reject(r.overDayLimit, { field: 'amount', values: values(limitDay, usedDay) })
  }
  if (limitMonth !== undefined && usedMonth + amount > limitMonth) {
    return reject(r.overMonthLimit, { field: 'amount', values: values(limitMonth, usedMonth) })
  }
  return undefined
}

const said = (minor: bigint, asset: Asset): string => writeDecimal(minor, asset.scale)

/** Whole hours until then, at least one: for a sentence. */
function hoursUntil(until: Instant, now: Instant): string {
  return String(Math.max(1, Math.ceil((until - now) / 3_600_000)))
}
