import { coreRejections, type RequestOf } from '@bolsillo/contract'
import { type Id, present, type Rejection, reject } from '@bolsillo/kernel'
import { type Instrument, instrumentOf } from '@bolsillo/market/domain'
import type { CommandContext, Own } from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import { type OrderSide, readTicket } from '@bolsillo/trading/domain'
import { deskOrder, placeForm } from '@bolsillo/trading/server'
import { type buy, stocksRejections } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { isVipMissing } from './read-ticket.ts'

/**
 * Places an order: what the form itself shows is checked here, then the trade password, then the desk checks funds,
 * locks, ticks, collar and hours under lock and answers after its commit.
 */
export async function placeOrder(
  deps: StocksDeps,
  side: OrderSide,
  request: RequestOf<typeof buy>,
  context: Own<CommandContext>,
): ReturnType<typeof placeForm> {
  const { customerId } = context.customer
  const instrument = instrumentOf(request.symbol)
  const paused = (): Rejection | undefined => refusePaused(deps.settings, 'orders', context.now)
  const refused = instrumentRefusal(instrument) ?? paused() ?? (await vipRefusal(deps, instrument, customerId, context))
  if (instrument === undefined || refused !== undefined) {
    return refused ?? reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
  }
  const reading = readTicket({ ...request, side }, instrument)
  if (reading.kind === 'problems') return present(reading.problems[0], 'the first problem of a form')
  const ownsNone = async (): Promise<Rejection | undefined> =>
    side === 'buy' || (await owns(deps, customerId, instrument, context))
      ? undefined
      : reject(stocksRejections.nothingToSell, { field: 'quantity', values: { ticker: instrument.ticker } })
  return placeForm(
    { ...deps, authorisedUntil: deps.authorisations.authorisedUntil },
    {
      order: { ...deskOrder('stock', reading.ticket), instrumentId: instrument.id },
      tradePassword: request.tradePassword,
      ownsNone,
    },
    context,
  )
}

function instrumentRefusal(instrument: Instrument | undefined): Rejection | undefined {
  if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
  if (instrument.kind !== 'stock') return reject(stocksRejections.notTradable, { field: 'symbol' })
  return instrument.listed ? undefined : reject(stocksRejections.instrumentUnlisted, { field: 'symbol' })
}

async function vipRefusal(
  deps: StocksDeps,
  instrument: Instrument | undefined,
  customerId: Id<'cus'>,
  context: CommandContext,
): Promise<Rejection | undefined> {
  if (instrument === undefined || !(await isVipMissing(deps, instrument, customerId, context))) return undefined
  return reject(coreRejections.vipNeeded, { field: 'symbol' })
}

async function owns(
  { trading }: StocksDeps,
  customerId: Id<'cus'>,
  { id }: Instrument,
  { db, now }: CommandContext,
): Promise<boolean> {
  const [position] = await trading.positions(db, customerId, { at: now, instrumentIds: [id] })
  return position !== undefined && position.quantity > 0n
}
