import { coreRejections, type ReplyOf } from '@bolsillo/contract'
import { type Id, isRejection, type Price, present, priceOf, type Rejection, reject } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import { type CommandContext, useCase } from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import { type PlaceOrder, passwordRefusal } from '@bolsillo/trading/server'
import { add, contractsRejections as r } from '../../contract/index.ts'
import {
  type ContractTicket,
  ceilingIn,
  closingWorst,
  contractFees,
  contractTerms,
  exitsProblem,
  openPosition,
  readTicket,
  unaskedLeverage,
  writeTerms,
} from '../../domain/index.ts'
import { boundOfClosing, type ContractsWorld, loadContracts, marketBound, markIn } from '../contracts-world.ts'
import type { ContractsDeps } from '../deps.ts'
import { writeFill, writeOrder } from '../rows.ts'
import { hasPassed } from '../suitability/suitability-store.ts'
import { creditRefusal } from './credit-held.ts'

type Reply = ReplyOf<typeof add>

/** Opens or adds to a position, or closes with reduceOnly. What the form shows is checked here; the desk checks the rest under lock. */
export const placeContractOrder = useCase(
  add,
  async (request, context, deps: ContractsDeps): Promise<Reply | Rejection> => {
    const { customerId, sessionId, status } = context.customer
    if (status === 0 && request.reduceOnly !== true) return reject(coreRejections.accountRestricted)
    const instrument = deps.instrumentOf(request.symbol)
    if (instrument === undefined)
      return reject(r.contractUnknown, { field: 'symbol', values: { symbol: request.symbol } })
    if (!instrument.listed) return reject(r.contractUnlisted, { field: 'symbol' })
    const paused = refusePaused(deps.settings, 'orders', context.now)
    if (paused !== undefined) return paused
    const ticket = readTicket(request, contractTerms(instrument), ceilingIn(deps.services.mode, instrument.id))
    if ('spec' in ticket) return ticket
    const bound = ticket.reduceOnly ? undefined : await openingBound(deps, ticket, customerId, context)
    if (bound !== undefined && 'spec' in bound) return bound
    const unauthorised = await passwordRefusal(
      deps,
      request.tradePassword,
      { customerId, sessionId },
      context,
      r.tradePasswordMissing,
    )
    if (unauthorised !== undefined) return unauthorised
    const problem = momentProblem(deps, instrument, ticket)
    if (problem !== undefined) return problem
    return await send(deps, instrument, ticket, { customerId, context, passed: bound?.passed === true })
  },
)

/** What binds somebody who opens: the questions before leverage, and what they bound themselves by. */
async function openingBound(
  deps: Pick<ContractsDeps, 'creditHeldUntil' | 'ownLimits'>,
  { leverage }: ContractTicket,
  customerId: Id<'cus'>,
  { db, now }: CommandContext,
): Promise<{ readonly passed: boolean } | Rejection> {
  const [passed, held, limited] = await Promise.all([
    hasPassed(db, customerId),
    creditRefusal(deps, db, customerId, now),
    deps.ownLimits?.openingRefusal(db, customerId, now),
  ])
  if (leverage > unaskedLeverage && !passed) return reject(r.suitabilityMissing, { field: 'leverage' })
  return held ?? limited ?? { passed }
}

/**
 * The ticket as the desk gets it, and its worst price at market. A closing order has the mode and leverage of the position it
 * closes, and at market it goes no further than that one's bankruptcy price.
 */
async function boundTicket(
  world: ContractsWorld,
  instrument: Instrument,
  ticket: ContractTicket,
  { customerId, context }: { readonly customerId: Id<'cus'>; readonly context: CommandContext },
): Promise<{ readonly ticket: ContractTicket; readonly worst: Price } | Rejection> {
  const slip = priceOf(present(marketBound(world, instrument.id, ticket.side), 'a last price'))
  if (!ticket.reduceOnly) return { ticket, worst: slip }
  const { facts, free } = await loadContracts(world, context.db, customerId)
  const position = openPosition(facts, instrument.id)
  // The desk says why: there is nothing to close.
  if (position === undefined) return { ticket, worst: slip }
  const own = { ...ticket, mode: position.mode, leverage: position.leverage }
  const bound = boundOfClosing(world, facts, position, free)
  const worst = closingWorst(slip, bound, instrument.ticks)
  if (worst !== undefined) return { ticket: own, worst: priceOf(worst) }
  return bound.kind === 'unknown' ? reject(r.markUnknown) : reject(r.beyondBankruptcy)
}

/** Nothing is opened without a mark, and no exit on the wrong side of it. */
function momentProblem(world: ContractsWorld, instrument: Instrument, ticket: ContractTicket): Rejection | undefined {
  const [mark, last] = [markIn(world, instrument.id), world.lastOf(instrument.id)]
  if (last === undefined || (mark === undefined && !ticket.reduceOnly)) return reject(r.markUnknown)
  const { scale, ticks } = instrument
  return exitsProblem(ticket, { mark: mark ?? last, last, ticks, priceScale: scale.priceScale })
}

/** Hands an order to the desk. One at market is a limit as far as it may slip, that never rests. */
export async function send(
  world: ContractsWorld,
  instrument: Instrument,
  ticket: ContractTicket,
  {
    customerId,
    context,
    passed = false,
  }: { readonly customerId: Id<'cus'>; readonly context: CommandContext; readonly passed?: boolean },
): Promise<Reply | Rejection> {
  let reply: Reply | undefined
  const bound = await boundTicket(world, instrument, ticket, { customerId, context })
  if ('spec' in bound) return bound
  const outcome = await world.trading.place({
    ...deskOrder(world, instrument, bound, passed),
    orderId: world.services.ids.next('ord'),
    customerId,
    receivedAt: context.now,
    claim: context.claim,
    replyOf: ({ order, fills }) => {
      reply = { order: writeOrder(order, instrument), fills: fills.map((fill) => writeFill(fill, instrument)) }
      return context.answer(reply)
    },
  })
  if (isRejection(outcome)) return outcome
  const { order, fills } = outcome
  return reply ?? { order: writeOrder(order, instrument), fills: fills.map((fill) => writeFill(fill, instrument)) }
}

/** A sale may fill above its limit: what it reserves is counted at the higher of limit, mark and last price. */
export function reservePrice(world: ContractsWorld, symbol: string, limit: bigint): bigint {
  return [markIn(world, symbol), world.lastOf(symbol)].reduce<bigint>(
    (most, price) => (price !== undefined && price > most ? price : most),
    limit,
  )
}

function deskOrder(
  world: ContractsWorld,
  instrument: Instrument,
  { ticket, worst }: { readonly ticket: ContractTicket; readonly worst: Price },
  passed: boolean,
): Omit<PlaceOrder, 'orderId' | 'customerId' | 'receivedAt'> {
  const { side, timeInForce, quantity, postOnly, reduceOnly } = ticket
  const limit = ticket.limitPrice ?? worst
  return {
    product: 'contract',
    instrumentId: instrument.id,
    side,
    type: 'limit',
    timeInForce,
    quantity,
    limitPrice: limit,
    postOnly,
    reduceOnly,
    feeSchedule: contractFees.schedule,
    terms: writeTerms({
      mode: ticket.mode,
      leverage: ticket.leverage,
      cause: 'customer',
      atMarket: ticket.type === 'market',
      reservePrice: reservePrice(world, instrument.id, limit),
      markPrice: reduceOnly ? undefined : markIn(world, instrument.id),
      exits: ticket.exits,
      liquidationId: undefined,
      passed,
    }),
  }
}
