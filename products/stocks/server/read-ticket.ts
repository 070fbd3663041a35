import { type Asset, type Id, type Instant, money, present, reject, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { available, type Balance } from '@bolsillo/ledger/domain'
import {
  type Instrument,
  instrumentOf,
  nextOpen,
  quoteNow,
  sellableAt,
  settlesAt,
  writePrice,
  writeQuantity,
} from '@bolsillo/market/domain'
import { type Handler, onRead, type ReadContext } from '@bolsillo/server-kit'
import { orderLimits, writeAverageCost, writeFees, writeRules } from '@bolsillo/trading/server'
import { stocksRejections, ticket } from '../contract.ts'
import { loadCash, stockCurrencies } from './load-holdings.ts'
import { dollarRate } from './market-rates.ts'
import { type StocksPorts, usOpenWithoutVip } from './ports.ts'

/** What an order form needs, in one answer: rules, fees, buying power, what may be sold, session, unlock and settlement. */
export function readTicketFacts(ports: StocksPorts): Handler {
  const { market } = ports
  return onRead(ticket, async ({ symbol }, { db, customer, now }) => {
    const { customerId, sessionId } = present(customer, 'the session of a customer call')
    const instrument = instrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    if (instrument.kind !== 'stock') return reject(stocksRejections.notTradable, { field: 'symbol' })
    const at = market.nowOf(symbol)
    const [cash, position, permissions, traded] = await Promise.all([
      loadCash(ports, db, customerId),
      writeHeld(ports, db, customerId, instrument, now),
      loadPermissions(ports, db, { customerId, sessionId }, instrument, now),
      ports.trading.statistics(db, customerId),
    ])
    const quote = quoteNow(instrument, market, at)
    return {
      rules: writeRules(instrument),
      fees: writeFees(instrument, at),
      ...(quote === undefined ? {} : { quote }),
      ...sessionFacts(ports, instrument, at),
      ...writeLimits(ports, instrument),
      openOrders: traded.orders.open,
      buyingPower: stockCurrencies.map((currency) => writePower(currency, cash(currency))),
      position,
      ...permissions,
      ...writeRate(ports),
    }
  })
}

function sessionFacts({ market }: StocksPorts, instrument: Instrument, at: Instant) {
  const session = market.stateAt(instrument.id, at)
  const open = session === 'continuous' || session === 'auction'
  return {
    session,
    open,
    ...(open ? {} : { opensAt: nextOpen(instrument.calendar, at) }),
    sellableAt: sellableAt(instrument, at),
    settlesOn: settlesAt(instrument, at),
  }
}

/** What the desk bounds orders by, and the price its collar is laid around. */
function writeLimits({ market, settings }: StocksPorts, instrument: Instrument) {
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

/** What may be spent of a currency. */
export function writePower(currency: Asset, balance: Balance) {
  return {
    currency: currency.code,
    available: writeMoney(money(available(balance), currency)),
    held: writeMoney(money(balance.held, currency)),
  }
}

async function writeHeld(
  { trading }: StocksPorts,
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

async function loadPermissions(
  { needs, settings, authorisations }: StocksPorts,
  db: ReadContext['db'],
  { customerId, sessionId }: { readonly customerId: Id<'cus'>; readonly sessionId: Id<'ses'> },
  instrument: Instrument,
  now: Instant,
) {
  const vipCounts = instrument.needsVip && !settings.get(usOpenWithoutVip)
  const [tradePasswordSet, authorisedUntil, vip] = await Promise.all([
    needs['trade-password-set'](customerId, db, now),
    authorisations.find(db, sessionId, now),
    vipCounts ? needs.vip(customerId, db, now) : true,
  ])
  return { tradePasswordSet, ...(authorisedUntil === undefined ? {} : { authorisedUntil }), vipMissing: !vip }
}

function writeRate(ports: StocksPorts) {
  const rate = dollarRate(ports)
  if (rate === undefined) return {}
  const { mid, scale, at, stale } = rate
  return { fx: { mid: writeDecimal(mid, scale), spreadBps: ports.conversions.spreadBps(), at, stale } }
}
