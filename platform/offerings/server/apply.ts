import {
  currencies,
  type Id,
  money,
  present,
  type Rejection,
  reject,
  writeDecimal,
  writeMoment,
} from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import {
  type CommandContext,
  nameCause,
  type Own,
  randomBytes,
  saveIdempotencyRecords,
  type Tx,
  transaction,
  type WriteContext,
} from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import { passwordRefusal } from '@bolsillo/trading/server'
import { offeringRejections as r } from '../contract/rejections.ts'
import { applicationLineId } from '../domain/allotment/commitment.ts'
import { applicationAccount, holdEntry, quantityProblem, releaseEntry } from '../domain/index.ts'
import {
  findLastOf,
  findOwn,
  insertApplication,
  insertLeave,
  lockForApplicant,
  type StoredApplication,
} from './application-store.ts'
import type { OfferingsDeps } from './deps.ts'
import { findOffering, type OfferingWithState } from './offering-store.ts'
import { hashOf, scaleOf, writeApplication } from './write-offering.ts'

/** What a customer asks for: shares, by the prospectus they opened and the risks they ticked. */
export interface Application {
  readonly id: Id<'off'>
  readonly quantity: number
  readonly prospectus: string
  readonly risks: number
  readonly tradePassword?: string | undefined
}

type Reply = { readonly application: ReturnType<typeof writeApplication> }

/**
 * Applies: what the form itself shows is checked first, then own limits and the trade password, then everything again under
 * the lock that the closing waits for. Price times quantity is held; what is refused costs nothing.
 */
export async function applyToOffering(
  deps: OfferingsDeps,
  wish: Application,
  context: Own<CommandContext>,
): Promise<Reply | Rejection> {
  const { db, now, caller, customer, claim, answer } = context
  const { customerId, sessionId } = customer
  const refused =
    refuseWish(await findOffering(db, wish.id), wish, now) ??
    refusePaused(deps.settings, 'orders', now) ??
    (await deps.ownLimits.openingRefusal(db, customerId, now)) ??
    (await passwordRefusal(deps, wish.tradePassword, { customerId, sessionId }, context))
  if (refused !== undefined) return refused
  return await transaction(deps.services.sql, async (tx) => {
    await nameCause(tx, { cause: 'call:offerings.apply', actor: customerId })
    await lockForApplicant(tx, wish.id)
    const kept = await keep(deps, tx, wish, customerId)
    if (!('application' in kept)) return kept
    const reader = { language: caller.language, now }
    const reply = { application: writeApplication(deps, kept.offering, kept.application, reader) }
    if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
    return reply
  })
}

/** Why an application cannot be sent, by the offering alone. */
function refuseWish(offering: OfferingWithState | undefined, wish: Application, now: number): Rejection | undefined {
  if (offering?.publication === undefined) return reject(r.offeringUnknown, { field: 'id' })
  const { opensAt, closesAt, closing, minimum, cap, lot, words } = offering
  if (closing !== undefined || now >= closesAt)
    return reject(r.offeringClosed, { field: 'id', values: { at: writeMoment(closesAt) } })
  if (now < opensAt) return reject(r.offeringUnopened, { field: 'id', values: { at: writeMoment(opensAt) } })
  if (wish.prospectus !== hashOf(offering) || wish.risks !== words['es-ES'].risks.length)
    return reject(r.offeringProspectus, { field: 'prospectus' })
  const problem = quantityProblem(offering, BigInt(wish.quantity))
  const field = 'quantity'
  switch (problem?.problem) {
    case 'below':
      return reject(r.offeringBelowMinimum, { field, values: { least: String(minimum) } })
    case 'above':
      return reject(r.offeringAboveCap, { field, values: { most: String(cap) } })
    case 'lot': {
      const { below } = problem
      return reject(r.offeringOffLot, {
        field,
        values: { lot: String(lot), below: String(below), above: String(below + lot) },
      })
    }
    default:
      return undefined
  }
}

/** Keeps an application and holds what it costs. */
async function keep(
  deps: OfferingsDeps,
  tx: Tx,
  wish: Application,
  customerId: Id<'cus'>,
): Promise<{ readonly offering: OfferingWithState; readonly application: StoredApplication } | Rejection> {
  const { services, audit, ledger } = deps
  const { ids, rng, clock } = services
  // After the lock: until this transaction ends the offering is not closed, so what is in time here is allotted.
  const now = clock.now()
  const offering = await findOffering(tx, wish.id)
  const refused = refuseWish(offering, wish, now)
  if (refused !== undefined) return refused
  const found = present(offering, 'an offering that was looked at')
  const before = (await findLastOf(tx, customerId, [found.id])).get(found.id)
  const quantity = BigInt(wish.quantity)
  const twice = reject(r.offeringTwice, { field: 'id', values: { quantity: String(before?.quantity ?? quantity) } })
  if (before !== undefined && before.leftAt === undefined) return twice
  const id = ids.next('sub')
  const salt = randomBytes(rng, 32).toString('hex')
  const application: StoredApplication = {
    ...{ id, offeringId: found.id, customerId, attempt: (before?.attempt ?? 0) + 1, quantity, salt },
    ...{ held: found.price * quantity, holdId: ids.next('hld'), entryId: ids.next('ent'), appliedAt: now },
    line: applicationLineId(salt, id),
  }
  const held = heldOf(found, application)
  const account = applicationAccount(held)
  const free = available((await ledger.lock(tx, [account])).get(account) ?? emptyBalance)
  if (free < application.held) {
    const scale = scaleOf(found.currency)
    const values = { needed: writeDecimal(application.held, scale), available: writeDecimal(free, scale) }
    return reject(r.offeringInsufficient, { field: 'quantity', values: { ...values, currency: found.currency } })
  }
  // Behind the head, and all refusals before it: this transaction commits what it has written.
  if (!(await insertApplication(tx, application))) return twice
  await audit.record(tx, {
    ...{ at: now, actor: customerId, action: 'offerings.apply', subject: customerId },
    details: { about: found.id, symbol: found.symbol, number: String(quantity) },
  })
  const posted = await ledger.post(tx, [holdEntry(held, { id: application.entryId, at: now, actor: customerId })])
  if (posted.kind !== 'posted') throw new Error(`${posted.account} is ${posted.short} short under lock`)
  return { offering: found, application }
}

/** The money of an application. */
export function heldOf({ symbol, currency }: OfferingWithState, application: StoredApplication) {
  const { id: applicationId, customerId, holdId, held } = application
  const asset = present(
    Object.values(currencies).find(({ code }) => code === currency),
    currency,
  )
  return { applicationId, customerId, holdId, symbol, held: money(held, asset) }
}

/** Leaves an offering before its closing: all that was held is released, and nothing is owed. */
export async function leaveOffering(
  deps: OfferingsDeps,
  applicationId: Id<'sub'>,
  { tx, customer: { customerId }, caller }: Own<WriteContext>,
): Promise<Reply | Rejection> {
  const unknown = reject(r.applicationUnknown, { field: 'applicationId' })
  const looked = await findOwn(tx, customerId, applicationId)
  if (looked === undefined) return unknown
  await lockForApplicant(tx, looked.offeringId)
  const now = deps.services.clock.now()
  const offering = present(await findOffering(tx, looked.offeringId), 'the offering of an application')
  const left = reject(r.applicationLeft, { field: 'applicationId' })
  if (looked.leftAt !== undefined) return left
  const { closesAt, closing } = offering
  if (closing !== undefined || now >= closesAt)
    return reject(r.offeringClosed, { field: 'applicationId', values: { at: writeMoment(closesAt) } })
  await deps.audit.record(tx, {
    ...{ at: now, actor: customerId, action: 'offerings.leave', subject: customerId },
    details: { about: offering.id, symbol: offering.symbol },
  })
  if (!(await insertLeave(tx, looked, now))) return left
  const entry = { id: deps.services.ids.next('ent'), at: now, actor: customerId }
  const posted = await deps.ledger.post(tx, [releaseEntry(heldOf(offering, looked), entry)])
  if (posted.kind !== 'posted') throw new Error(`${posted.account} is ${posted.short} short of what is held`)
  return {
    application: writeApplication(deps, offering, { ...looked, leftAt: now }, { language: caller.language, now }),
  }
}
