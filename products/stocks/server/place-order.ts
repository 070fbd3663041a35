import { coreRejections, type RequestOf } from '@bolsillo/contract'
import { type Id, type Instant, isRejection, present, type Rejection, reject } from '@bolsillo/kernel'
import { type Instrument, instrumentOf } from '@bolsillo/market/domain'
import type { AskOne, CommandContext } from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import type { Placed, PlaceOrder } from '@bolsillo/trading/server'
import { type buy, stocksRejections } from '../contract.ts'
import { readTicket, type Side, type Ticket } from '../domain/index.ts'
import { type StocksPorts, usOpenWithoutVip } from './ports.ts'
import { writeFill, writeOrder } from './trading-rows.ts'

/** The ports with what the placing of orders shares: one look for the authorisations of all orders that come together. */
export interface PlacingPorts extends StocksPorts {
  readonly authorisedUntil: AskOne<Id<'ses'>, Instant | undefined>
}

/**
 * Places an order: what the form itself shows is checked here, then the trade password, then the desk checks funds,
 * locks, ticks, collar and hours under lock and answers after its commit.
 */
export async function placeOrder(
  ports: PlacingPorts,
  side: Side,
  request: RequestOf<typeof buy>,
  context: CommandContext,
): Promise<ReturnType<typeof writePlaced> | Rejection> {
  const { customerId, sessionId } = present(context.customer, 'the session of a customer call')
  const instrument = instrumentOf(request.symbol)
  const paused = (): Rejection | undefined => refusePaused(ports.settings, 'orders', context.now)
  const refused =
    instrumentRefusal(instrument) ?? paused() ?? (await vipRefusal(ports, instrument, customerId, context))
  if (instrument === undefined || refused !== undefined) {
    return refused ?? reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
  }
  const reading = readTicket({ ...request, side }, instrument)
  if (reading.kind === 'problems') return present(reading.problems[0], 'the first problem of a form')
  const ownsNone = async (): Promise<Rejection | undefined> =>
    side === 'buy' || (await owns(ports, customerId, instrument, context))
      ? undefined
      : reject(stocksRejections.nothingToSell, { field: 'quantity', values: { ticker: instrument.ticker } })
  // A sale that is carried out was of something owned. Whether it was is asked only before a password is tried, and
  // when there is something else against the order, before which it is to be named.
  if (request.tradePassword !== undefined) {
    const nothing = await ownsNone()
    if (nothing !== undefined) return nothing
  }
  const unauthorised = await passwordRefusal(ports, request.tradePassword, { customerId, sessionId }, context)
  if (unauthorised !== undefined) return (await ownsNone()) ?? unauthorised
  let reply: ReturnType<typeof writePlaced> | undefined
  const placed = await ports.trading.place({
    ...deskOrder(reading.ticket),
    orderId: ports.services.ids.next('ord'),
    customerId,
    instrumentId: instrument.id,
    receivedAt: context.now,
    claim: context.claim,
    replyOf: (outcome) => {
      reply = writePlaced(outcome)
      return context.answer(reply)
    },
  })
  if (isRejection(placed)) return isAboutOrder(placed) ? ((await ownsNone()) ?? placed) : placed
  return reply ?? writePlaced(placed)
}

/** Whether a refusal of the desk is about the order at all, and not about its key or the desk itself. */
function isAboutOrder({ spec }: Rejection): boolean {
  return spec.status !== 503 && spec.number !== coreRejections.keyInFlight.number
}

function instrumentRefusal(instrument: Instrument | undefined): Rejection | undefined {
  if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
  if (instrument.kind !== 'stock') return reject(stocksRejections.notTradable, { field: 'symbol' })
  return instrument.listed ? undefined : reject(stocksRejections.instrumentUnlisted, { field: 'symbol' })
}

async function vipRefusal(
  { settings, needs }: StocksPorts,
  instrument: Instrument | undefined,
  customerId: Id<'cus'>,
  { db, now }: CommandContext,
): Promise<Rejection | undefined> {
  if (instrument?.needsVip !== true || settings.get(usOpenWithoutVip)) return undefined
  return (await needs.vip(customerId, db, now)) ? undefined : reject(coreRejections.vipNeeded, { field: 'symbol' })
}

async function owns(
  { trading }: StocksPorts,
  customerId: Id<'cus'>,
  { id }: Instrument,
  { db, now }: CommandContext,
): Promise<boolean> {
  const [position] = await trading.positions(db, customerId, { at: now, instrumentIds: [id] })
  return position !== undefined && position.quantity > 0n
}

async function passwordRefusal(
  { tradePasswords, authorisedUntil }: PlacingPorts,
  password: string | undefined,
  { customerId, sessionId }: { readonly customerId: Id<'cus'>; readonly sessionId: Id<'ses'> },
  { now }: CommandContext,
): Promise<Rejection | undefined> {
  if (password !== undefined) return tradePasswords.verify({ customerId, password, now })
  const until = await authorisedUntil(sessionId)
  return until === undefined || until <= now
    ? reject(stocksRejections.tradePasswordMissing, { field: 'tradePassword' })
    : undefined
}

type DeskFields = Omit<PlaceOrder, 'orderId' | 'customerId' | 'instrumentId' | 'receivedAt' | 'claim' | 'replyOf'>

/** A form as the desk takes it: an OCO is a limit order with a twin, exits of a purchase are its bracket. */
function deskOrder(ticket: Ticket): DeskFields {
  const { side, timeInForce, size, limitPrice, stopPrice, takeProfitPrice, stopLossPrice } = ticket
  const base = {
    product: 'stock',
    side,
    timeInForce,
    ...(size.kind === 'amount' ? { amount: size.amount } : { quantity: size.quantity }),
    ...(limitPrice === undefined ? {} : { limitPrice }),
  } as const
  const bracket = {
    ...(takeProfitPrice === undefined ? {} : { takeProfit: takeProfitPrice }),
    ...(stopLossPrice === undefined ? {} : { stopLoss: stopLossPrice }),
  }
  if (ticket.type === 'oco') {
    return { ...base, type: 'limit', oco: { stopPrice: present(stopPrice, 'the stop of an OCO') } }
  }
  return {
    ...base,
    type: ticket.type,
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(Object.keys(bracket).length === 0 ? {} : { bracket }),
  }
}

/** What a customer is answered: the order as it stands after the commit, and what it was filled with at once. */
function writePlaced({ order, fills, twin }: Placed) {
  return {
    order: writeOrder(order),
    fills: fills.map(writeFill),
    ...(twin === undefined ? {} : { twin: writeOrder(twin) }),
  }
}
