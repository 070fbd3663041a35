import { type Id, money, present, quantityOf, reject, writeMoney } from '@bolsillo/kernel'
import { available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { type Instrument, nextOpen, quoteNow, writePrice, writeQuantity } from '@bolsillo/market/domain'
import { type Handler, onRead, type ReadContext } from '@bolsillo/server-kit'
import { orderLimits, writeAverageCost, writeRules, writeSchedule } from '@bolsillo/trading/server'
import { spotRejections, ticket } from '../../contract.ts'
import { scheduleOf } from '../../domain/index.ts'
import { coinVat } from '../settings.ts'
import { type FeeTiers, writeTier } from './fee-tier.ts'
import { coinOf } from './place-order.ts'
import type { SpotOrderPorts } from './ports.ts'

/** What an order form needs, in one answer: rules, the fees of the customer's tier, buying power, what may be sold. */
export function readTicketFacts(ports: SpotOrderPorts, tiers: FeeTiers): Handler {
  const { market, settings } = ports
  return onRead(ticket, async ({ symbol }, context) => {
    const { db, customer, now } = context
    const { customerId, sessionId } = present(customer, 'the session of a customer call')
    const instrument = coinOf(ports, symbol)
    if (instrument === undefined) return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
    const [own, held, traded, tradePasswordSet, authorisedUntil] = await Promise.all([
      tiers.of(db, customerId, now),
      writeHeld(ports, context, customerId, instrument),
      ports.trading.statistics(db, customerId),
      ports.needs['trade-password-set'](customerId, db, now),
      ports.authorisations.find(db, sessionId, now),
    ])
    const schedule = scheduleOf(own.tier, instrument.scale.quote.code, BigInt(settings.get(coinVat)))
    const at = market.nowOf(symbol)
    const quote = quoteNow(instrument, market, at)
    const session = market.stateAt(symbol, at)
    const open = session === 'continuous' || session === 'auction'
    return {
      rules: writeRules(instrument),
      fees: writeSchedule(schedule, instrument),
      tier: writeTier(ports, own),
      ...(quote === undefined ? {} : { quote }),
      ...writeLimits(ports, instrument),
      openOrders: traded.orders.open,
      session,
      open,
      ...(open ? {} : { opensAt: nextOpen(instrument.calendar, at) }),
      ...held,
      tradePasswordSet,
      ...(authorisedUntil === undefined ? {} : { authorisedUntil }),
    }
  })
}

/** What the desk bounds orders by, and the price its collar is laid around. */
function writeLimits({ market, settings }: SpotOrderPorts, instrument: Instrument) {
  const { collar, amountMin, amountMax, openMax } = orderLimits(settings, instrument.scale.quote)
  const reference = market.quote(instrument.id)?.last ?? market.day(instrument.id)?.previousClose
  return {
    ...(reference === undefined ? {} : { reference: writePrice(reference, instrument) }),
    limits: {
      collarNearBps: collar.nearBps,
      collarFarBps: collar.farBps,
      amountMin: writeMoney(amountMin),
      amountMax: writeMoney(amountMax),
      openMax,
    },
  }
}

/** The cash a coin is traded against, and what there is of the coin itself: deposited coins are as good as bought ones. */
async function writeHeld(
  { ledger, trading }: SpotOrderPorts,
  { db, now }: ReadContext,
  customerId: Id<'cus'>,
  instrument: Instrument,
) {
  const { quote } = instrument.scale
  const [cash, coin] = [
    customerAccount(customerId, 'coin', quote.code),
    customerAccount(customerId, 'coin', instrument.asset.code),
  ]
  const [balances, [bought]] = await Promise.all([
    ledger.balances(db, [cash, coin]),
    trading.positions(db, customerId, { at: now, instrumentIds: [instrument.id] }),
  ])
  const [own, owned] = [balances.get(cash) ?? emptyBalance, balances.get(coin) ?? emptyBalance]
  const text = (units: bigint): string => writeQuantity(quantityOf(units), instrument)
  return {
    buyingPower: [
      {
        currency: quote.code,
        available: writeMoney(money(available(own), quote)),
        held: writeMoney(money(own.held, quote)),
      },
    ],
    position: {
      quantity: text(owned.posted),
      sellable: text(available(owned)),
      held: text(owned.held),
      locks: [],
      ...(bought === undefined || bought.quantity === 0n
        ? {}
        : { averageCost: writeAverageCost(bought.cost, bought.quantity, instrument) }),
    },
  }
}
