import { type Id, type Instant, reject, writeDecimal } from '@bolsillo/kernel'
import { type Instrument, instrumentOf, sellableAt, settlesAt, writeQuantity } from '@bolsillo/market/domain'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { orderFormReply, writeAverageCost, writeBuyingPower, writeFees } from '@bolsillo/trading/server'
import { stocksRejections, ticket } from '../contract/index.ts'
import { type StocksDeps, usOpenWithoutVip } from './deps.ts'
import { loadCash, stockCurrencies } from './load-holdings.ts'
import { dollarRate } from './market-rates.ts'

/** What an order form needs, in one answer: rules, fees, buying power, what may be sold, session, unlock and settlement. */
export const readTicketFacts = useCase(ticket, async ({ symbol }, context, deps: StocksDeps) => {
  const { db, customer, now } = context
  const { customerId } = customer
  const instrument = instrumentOf(symbol)
  if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
  if (instrument.kind !== 'stock') return reject(stocksRejections.notTradable, { field: 'symbol' })
  const [form, cash, position, vipMissing] = await Promise.all([
    orderFormReply(deps, instrument, context),
    loadCash(deps, db, customerId),
    writeHeld(deps, db, customerId, instrument, now),
    isVipMissing(deps, instrument, customerId, context),
  ])
  const at = deps.market.nowOf(symbol)
  return {
    ...form,
    fees: writeFees(instrument, at),
    sellableAt: sellableAt(instrument, at),
    settlesOn: settlesAt(instrument, at),
    buyingPower: stockCurrencies.map((currency) => writeBuyingPower(currency, cash(currency))),
    position,
    vipMissing,
    ...writeRate(deps),
  }
})

async function writeHeld(
  { trading }: StocksDeps,
  db: ReadContext['db'],
  customerId: Id<'cus'>,
  instrument: Instrument,
  now: Instant,
) {
  const [held] = await trading.positions(db, customerId, { at: now, instrumentIds: [instrument.id] })
  if (held === undefined || held.quantity === 0n) return { quantity: '0', sellable: '0', held: '0', locks: [] }
  return {
    quantity: writeQuantity(held.quantity, instrument),
    sellable: writeQuantity(held.sellable, instrument),
    held: writeQuantity(held.held, instrument),
    locks: held.locks.map((lock) => ({
      quantity: writeQuantity(lock.quantity, instrument),
      sellableAt: lock.sellableAt,
    })),
    averageCost: writeAverageCost(held.cost, held.quantity, instrument),
  }
}

/** Whether an instrument is part of VIP, and the customer has none. */
export async function isVipMissing(
  { needs, settings }: Pick<StocksDeps, 'needs' | 'settings'>,
  instrument: Instrument,
  customerId: Id<'cus'>,
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
): Promise<boolean> {
  return instrument.needsVip && !settings.get(usOpenWithoutVip) && !(await needs.vip(customerId, db, now))
}

function writeRate(deps: StocksDeps) {
  const rate = dollarRate(deps)
  if (rate === undefined) return {}
  const { mid, scale, at, stale } = rate
  return { fx: { mid: writeDecimal(mid, scale), spreadBps: deps.conversions.spreadBps(), at, stale } }
}
