import { assert, integerBetween, pick, type Rng, uniform, writeDecimal } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { ask, authorise, type Counter, type Customer, perform, reuseKey } from './customer.ts'
import type { Outgoing } from './front-door.ts'
import { grid, symbols, type Ticker } from './market.ts'
import { envelopeOf, refusalOf } from './operations.ts'

/** An order as an answer shows it. */
interface ShownOrder {
  readonly orderId: string
  readonly symbol: string
  readonly side: string
  readonly state: string
  readonly limitPrice?: string
  readonly filledQuantity: string
}

/** What customers think a share is worth: the value makers quote around. */
export type Values = Readonly<Record<Ticker, number>>

const openStates = new Set(['waiting', 'pending-trigger', 'open', 'partially-filled'])

function scaleOf(symbol: Ticker): { readonly price: number; readonly quantity: number } {
  const instrument = instrumentOf(symbol)
  assert(instrument !== undefined, `no instrument ${symbol}`)
  return { price: instrument.scale.priceScale, quantity: instrument.scale.quantityScale }
}

/** A price some ticks away from a value, as a customer types it. */
function priceText(symbol: Ticker, value: number, ticks: number): string {
  const { tick } = grid[symbol]
  // Round prices are popular: that is where orders wait behind each other.
  const exact = Math.round(value / tick) + ticks
  const units = Math.max(tick, (ticks % 3 === 0 ? exact : Math.round(exact / 4) * 4) * tick)
  return writeDecimal(BigInt(units), scaleOf(symbol).price)
}

function quantityText(symbol: Ticker, units: number): string {
  return writeDecimal(BigInt(Math.max(1, units)), scaleOf(symbol).quantity)
}

function remember(customer: Customer, answer: Outgoing | undefined): void {
  if (answer === undefined || answer.status >= 300) return
  const { order, twin } = envelopeOf(answer).data as { readonly order?: ShownOrder; readonly twin?: ShownOrder }
  for (const shown of [order, twin]) {
    if (shown === undefined) continue
    if (openStates.has(shown.state)) customer.open.set(shown.orderId, shown)
    else customer.open.delete(shown.orderId)
  }
  if (order === undefined) return
  const symbol = symbols.find((known) => known === order.symbol)
  if (symbol === undefined) return
  const filled = Math.round(Number(order.filledQuantity) * 10 ** scaleOf(symbol).quantity)
  const sign = order.side === 'buy' ? 1 : -1
  customer.shares.set(symbol, Math.max(0, (customer.shares.get(symbol) ?? 0) + sign * filled))
}

async function place(
  counter: Counter,
  customer: Customer,
  side: 'buy' | 'sell',
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = await perform(counter, customer, side, `/stock/order/${side}`, fields)
  remember(customer, answer)
  if (answer !== undefined && refusalOf(answer) === 'trade-password-missing') await authorise(counter, customer)
}

/** A price at which an order waits: another's of the other side, to meet it, or anybody's of one's own, to stand behind it. */
function popularPrice(counter: Counter, customer: Customer, symbol: Ticker, side: 'buy' | 'sell'): string | undefined {
  const isMeeting = uniform(counter.scheduler.rng) < 0.6
  const waiting = counter.customers.flatMap((other) =>
    [...other.open.values()].filter(
      (order) =>
        order.symbol === symbol && (isMeeting ? other !== customer && order.side !== side : order.side === side),
    ),
  )
  const prices = waiting.flatMap(({ limitPrice }) => (limitPrice === undefined ? [] : [limitPrice]))
  return prices.length === 0 ? undefined : pick(counter.scheduler.rng, prices)
}

/** How much a customer buys: mostly a little, now and then more than the purse holds. */
function someQuantity(rng: Rng, symbol: Ticker): number {
  const { size } = grid[symbol]
  if (uniform(rng) < 0.06) return size * 1_000
  return integerBetween(rng, 1, Math.max(2, Math.floor(size * pick(rng, [0.1, 0.5, 2, 4]))))
}

async function buy(counter: Counter, customer: Customer, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  const symbol = uniform(rng) < 0.4 ? 'WALMEX.MX' : pick(rng, symbols)
  const value = values[symbol]
  const quantity = quantityText(symbol, someQuantity(rng, symbol))
  const price = (low: number, high: number): string => priceText(symbol, value, integerBetween(rng, low, high))
  const exits = {
    ...(uniform(rng) < 0.8 ? { takeProfitPrice: price(2, 15) } : {}),
    ...(uniform(rng) < 0.8 ? { stopLossPrice: price(-15, -2) } : {}),
  }
  const timeInForce = pick(rng, ['day', 'day', 'gtc'])
  const forms: readonly Readonly<Record<string, string>>[] = [
    { symbol, type: 'market', quantity },
    { symbol, type: 'market', timeInForce: 'ioc', quantity },
    { symbol, type: 'market', amount: String(integerBetween(rng, 20, 9_000)) },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-12, 8) },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-4, 4) },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-4, 4) },
    { symbol, type: 'limit', timeInForce: pick(rng, ['ioc', 'fok']), quantity, limitPrice: price(0, 10) },
    { symbol, type: 'stop', timeInForce, quantity, stopPrice: price(1, 8) },
    { symbol, type: 'stop-limit', timeInForce, quantity, stopPrice: price(1, 6), limitPrice: price(4, 10) },
    { symbol, type: 'market', quantity, ...exits },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-3, 6), ...exits },
  ]
  const popular = uniform(rng) < 0.45 ? popularPrice(counter, customer, symbol, 'buy') : undefined
  const form =
    popular === undefined ? pick(rng, forms) : { symbol, type: 'limit', timeInForce, quantity, limitPrice: popular }
  await place(counter, customer, 'buy', form)
}

async function sell(counter: Counter, customer: Customer, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  const owned = symbols.filter((symbol) => (customer.shares.get(symbol) ?? 0) > 0)
  if (owned.length === 0) return await buy(counter, customer, values)
  const symbol = pick(rng, owned)
  const has = customer.shares.get(symbol) ?? 0
  const part = pick(rng, [0.3, 0.5, 1, 1, 1.2])
  const quantity = quantityText(symbol, Math.ceil(has * part))
  const value = values[symbol]
  const price = (low: number, high: number): string => priceText(symbol, value, integerBetween(rng, low, high))
  const timeInForce = pick(rng, ['day', 'gtc', 'gtc'])
  const forms: readonly Readonly<Record<string, string>>[] = [
    { symbol, type: 'market', quantity },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-6, 12) },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-4, 4) },
    { symbol, type: 'stop', timeInForce, quantity, stopPrice: price(-10, -1) },
    { symbol, type: 'stop-limit', timeInForce, quantity, stopPrice: price(-8, -1), limitPrice: price(-12, -8) },
    { symbol, type: 'oco', timeInForce, quantity, limitPrice: price(2, 10), stopPrice: price(-10, -2) },
    { symbol, type: 'oco', timeInForce, quantity, limitPrice: price(1, 5), stopPrice: price(-5, -1) },
  ]
  const popular = uniform(rng) < 0.45 ? popularPrice(counter, customer, symbol, 'sell') : undefined
  const form =
    popular === undefined ? pick(rng, forms) : { symbol, type: 'limit', timeInForce, quantity, limitPrice: popular }
  await place(counter, customer, 'sell', form)
}

/** Cancels one of the customer's open orders. */
export async function cancel(counter: Counter, customer: Customer, orderId: string): Promise<void> {
  const answer = await perform(counter, customer, 'cancel', '/stock/order/cancel', { orderId })
  if (answer === undefined) return
  if (answer.status < 300) remember(customer, answer)
  else customer.open.delete(orderId)
}

async function convert(counter: Counter, customer: Customer): Promise<void> {
  const { rng } = counter.scheduler
  const [sourceCurrency, targetCurrency] = uniform(rng) < 0.5 ? (['MXN', 'USD'] as const) : (['USD', 'MXN'] as const)
  const wish = { sourceCurrency, targetCurrency, targetAmount: String(integerBetween(rng, 1, 3_000)) }
  const offer = await perform(counter, customer, 'quote-conversion', '/stock/order/convert/quote', wish)
  const quoteId = offer === undefined || offer.status >= 300 ? undefined : envelopeOf(offer).data.quoteId
  if (typeof quoteId !== 'string') return
  if (uniform(rng) < 0.1) await counter.pause(11_000)
  await perform(counter, customer, 'convert', '/stock/order/convert', { quoteId })
  // The same offer under another key: executed once all the same.
  if (uniform(rng) < 0.3) await perform(counter, customer, 'convert', '/stock/order/convert', { quoteId })
}

/** One thing a customer does. */
export async function act(counter: Counter, customer: Customer, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  const choice = uniform(rng)
  const some = [...customer.open.keys()]
  if (choice < 0.3) return await buy(counter, customer, values)
  if (choice < 0.68) return await sell(counter, customer, values)
  if (choice < 0.8 && some.length > 0) return await cancel(counter, customer, pick(rng, some))
  if (choice < 0.88) return await convert(counter, customer)
  if (choice < 0.9) return await reuseKey(counter, customer)
  // The grant is given once, whatever key it is asked for with.
  if (choice < 0.91) return void (await perform(counter, customer, 'grant', '/user/practice/grant', {}))
  // Two at once, as by an impatient finger: each has a key of its own, so both may have their effect.
  await Promise.all([buy(counter, customer, values), sell(counter, customer, values)])
}

/** What somebody tries who wants what is not theirs. */
export async function attack(counter: Counter, thief: Customer, victims: readonly Customer[]): Promise<void> {
  const { rng } = counter.scheduler
  const victim = pick(rng, victims)
  const orders = [...victim.open.keys()]
  const refused = (answer: Outgoing | undefined, what: string): void => {
    counter.tally.count(`attack ${what}`)
    if (answer !== undefined && answer.status < 300)
      counter.findings.add('stranger', `${what} succeeded: ${answer.body}`)
  }
  const choice = integerBetween(rng, 0, 3)
  if (choice === 0 && orders.length > 0) {
    const orderId = pick(rng, orders)
    refused(await perform(counter, thief, 'steal-cancel', '/stock/order/cancel', { orderId }), 'another’s order')
  } else if (choice === 1) {
    const offer = victim.acknowledged.findLast(({ kind }) => kind === 'quote-conversion')?.acknowledged
    const quoteId = offer === undefined ? undefined : envelopeOf(offer).data.quoteId
    if (typeof quoteId !== 'string') return
    refused(await perform(counter, thief, 'steal-offer', '/stock/order/convert', { quoteId }), 'another’s offer')
  } else if (choice === 2) {
    const fields = {
      symbol: 'CEMEX.MX',
      type: 'market',
      quantity: pick(rng, ['-5', '0', '1e9', '999999999999', 'NaN']),
    }
    refused(await perform(counter, thief, 'bad-order', '/stock/order/buy', fields), 'bad quantity')
  } else {
    const forger: Customer = { ...thief, token: 'x'.repeat(43) }
    refused(await ask(counter, forger, 'POST', '/stock/order/trade/list', {}), 'made-up session')
  }
}
