import { integerBetween, pick, uniform } from '@bolsillo/kernel'
import type { Outgoing } from '../server/front-door.ts'
import { families, grid, type Ticker } from '../server/market.ts'
import { actOnContracts, moveMoney } from './contract-acts.ts'
import { ask, type Counter, type Customer, perform, reuseKey } from './customer.ts'
import { envelopeOf } from './operations.ts'
import {
  cancel,
  cancelPaths,
  place,
  popularPrice,
  priceText,
  quantityText,
  someQuantity,
  tradedOf,
  type Values,
} from './trade-talk.ts'

/** The call that buys or sells something, and what it asks for beside the form. */
function deskOf(symbol: Ticker, side: 'buy' | 'sell') {
  if (grid[symbol].product === 'stock') return { kind: side, path: `/stock/order/${side}`, more: {} }
  return { kind: `coin-${side}`, path: '/coin/order/add', more: { side } }
}

/** What is held for so long can be sold, in shares too. */
const nightMs = 12 * 3_600_000
const isCoin = (symbol: Ticker): boolean => grid[symbol].product === 'spot'

async function buy(counter: Counter, customer: Customer, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  const traded = tradedOf(counter, 'stock', 'spot')
  const first = traded[0] ?? 'WALMEX.MX'
  const symbol = uniform(rng) < 0.4 ? first : pick(rng, traded)
  const value = values[symbol]
  const quantity = quantityText(symbol, someQuantity(rng, symbol))
  const little = quantityText(symbol, grid[symbol].lot * integerBetween(rng, 1, 5))
  const plenty = quantityText(symbol, grid[symbol].size * integerBetween(rng, 2, 4))
  const price = (low: number, high: number): string => priceText(symbol, value, integerBetween(rng, low, high))
  const exits = {
    ...(uniform(rng) < 0.8 ? { takeProfitPrice: price(2, 15) } : {}),
    ...(uniform(rng) < 0.8 ? { stopLossPrice: price(-15, -2) } : {}),
  }
  const timeInForce = pick(rng, ['day', 'day', 'gtc'])
  const forms: readonly Readonly<Record<string, string>>[] = [
    ...Array.from({ length: 4 }, () => ({ symbol, type: 'market', quantity })),
    { symbol, type: 'market', timeInForce: 'ioc', quantity },
    { symbol, type: 'market', amount: String(integerBetween(rng, 20, 9_000)) },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-12, 8) },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-4, 4) },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-4, 4) },
    { symbol, type: 'limit', timeInForce: pick(rng, ['ioc', 'fok']), quantity, limitPrice: price(0, 10) },
    // More than makers have at a price they come to: a part is bought, and the day ends.
    { symbol, type: 'limit', timeInForce: 'day', quantity: plenty, limitPrice: price(-2, 5) },
    { symbol, type: 'limit', timeInForce: 'day', quantity: plenty, limitPrice: price(1, 6) },
    { symbol, type: 'stop', timeInForce: 'day', quantity, stopPrice: price(4, 14) },
    { symbol, type: 'stop', timeInForce: 'day', quantity, stopPrice: price(6, 14) },
    { symbol, type: 'stop', timeInForce, quantity, stopPrice: price(1, 8) },
    { symbol, type: 'stop-limit', timeInForce, quantity, stopPrice: price(1, 6), limitPrice: price(4, 10) },
    { symbol, type: 'market', quantity, ...exits },
    { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-3, 6), ...exits },
    // Exits that wait until their order is filled some time later.
    ...[-3, -2, -1, 0, 1].map((low) => ({
      ...{ symbol, type: 'limit', timeInForce: 'gtc', quantity: little },
      ...{ limitPrice: price(low, low + 2), takeProfitPrice: price(6, 15), stopLossPrice: price(-15, -8) },
    })),
    ...(isCoin(symbol)
      ? [
          { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-8, 8), postOnly: 'true' },
          { symbol, type: 'limit', timeInForce: 'ioc', quantity, limitPrice: price(0, 10) },
          {
            symbol,
            type: 'stop-limit',
            timeInForce: 'gtc',
            quantity,
            stopPrice: price(1, 6),
            limitPrice: price(4, 10),
          },
        ]
      : []),
  ]
  const popular = uniform(rng) < 0.3 ? popularPrice(counter, customer, symbol, 'buy') : undefined
  const form =
    popular === undefined ? pick(rng, forms) : { symbol, type: 'limit', timeInForce, quantity, limitPrice: popular }
  const { more, ...call } = deskOf(symbol, 'buy')
  await place(counter, customer, call, { ...form, ...more })
}

async function sell(counter: Counter, customer: Customer, values: Values): Promise<void> {
  const { rng, trueNow } = counter.scheduler
  const held = tradedOf(counter, 'stock', 'spot').filter((symbol) => (customer.shares.get(symbol) ?? 0) > 0)
  const settled = held.filter((symbol) => trueNow() - (customer.ownedSince.get(symbol) ?? 0) > nightMs)
  const owned = settled.length > 0 && uniform(rng) < 0.7 ? settled : held
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
    ...(isCoin(symbol)
      ? [
          { symbol, type: 'limit', timeInForce, quantity, limitPrice: price(-8, 8), postOnly: 'true' },
          { symbol, type: 'limit', timeInForce: pick(rng, ['ioc', 'fok']), quantity, limitPrice: price(-8, 0) },
          { symbol, type: 'limit', timeInForce: 'fok', quantity, limitPrice: price(-8, 0) },
        ]
      : []),
  ]
  const popular = uniform(rng) < 0.45 ? popularPrice(counter, customer, symbol, 'sell') : undefined
  const form =
    popular === undefined ? pick(rng, forms) : { symbol, type: 'limit', timeInForce, quantity, limitPrice: popular }
  const { more, ...call } = deskOf(symbol, 'sell')
  await place(counter, customer, call, { ...form, ...more })
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
  const isOnContracts =
    counter.family === 'contracts' ? uniform(rng) < 0.96 : counter.family === 'mixed' && uniform(rng) < 0.5
  if (isOnContracts) return await actOnContracts(counter, customer, values)
  const choice = uniform(rng)
  const some = [...customer.open.keys()]
  const isSettled = [...customer.ownedSince].some(
    ([symbol, at]) => (customer.shares.get(symbol) ?? 0) > 0 && counter.scheduler.trueNow() - at > nightMs,
  )
  if (counter.family === 'contracts')
    return choice < 0.5 ? await reuseKey(counter, customer) : await convert(counter, customer)
  if (counter.family === 'coins' && uniform(rng) < 0.06) {
    const way = uniform(rng) < 0.6 ? { from: 'coin', to: 'stock' } : { from: 'stock', to: 'coin' }
    return await moveMoney(counter, customer, way, integerBetween(rng, 1, 2_000))
  }
  if (choice < (isSettled ? 0.1 : 0.3)) return await buy(counter, customer, values)
  if (choice < 0.64) return await sell(counter, customer, values)
  if (choice < 0.8 && some.length > 0) return await cancel(counter, customer, pick(rng, some))
  if (choice < (counter.family === 'coins' ? 0.83 : 0.88)) return await convert(counter, customer)
  if (choice < 0.9) return await reuseKey(counter, customer)
  // The grant is given once, whatever key it is asked for with.
  if (choice < 0.91) return void (await perform(counter, customer, 'grant', '/user/practice/grant', {}))
  // Two at once, as by an impatient finger: each has a key of its own, so both may have their effect.
  await Promise.all([buy(counter, customer, values), sell(counter, customer, values)])
}

/** What somebody tries who wants what is not theirs. */
export async function attack(counter: Counter, thief: Customer, victims: readonly Customer[]): Promise<void> {
  const { rng } = counter.scheduler
  const victim = victims.find(({ held }) => held.size > 0) ?? pick(rng, victims)
  const [[orderId], [held]] = [[...victim.open.keys()], [...victim.held.values()]]
  const refused = (answer: Outgoing | undefined, what: string): void => {
    counter.tally.count(`attack ${what}`)
    if (answer !== undefined && answer.status < 300)
      counter.findings.add('stranger', `${what} succeeded: ${answer.body}`)
  }
  const offer = victim.acknowledged.findLast(({ kind }) => kind === 'quote-conversion')?.acknowledged
  const quoteId = offer === undefined ? undefined : envelopeOf(offer).data.quoteId
  const choice = pick(rng, [
    ...(orderId === undefined ? [] : ['order', 'order']),
    ...(held === undefined ? [] : ['position', 'position']),
    ...(typeof quoteId === 'string' ? ['offer', 'offer'] : []),
    ...['quantity', 'session'],
  ])
  if (choice === 'order' && orderId !== undefined) {
    const { path } = cancelPaths[grid[families[counter.family][0]].product]
    refused(await perform(counter, thief, 'steal-cancel', path, { orderId }), 'another’s order')
  } else if (choice === 'offer' && typeof quoteId === 'string') {
    refused(await perform(counter, thief, 'steal-offer', '/stock/order/convert', { quoteId }), 'another’s offer')
  } else if (choice === 'position' && held !== undefined) {
    const { positionId } = held
    const answer = await perform(counter, thief, 'steal-position', '/coin/contract/order/liquidate', { positionId })
    refused(answer, 'another’s position')
  } else if (choice === 'quantity') {
    const symbol = pick(rng, families[counter.family])
    const quantity = pick(rng, ['-5', '0', '1e9', '999999999999', 'NaN'])
    const isContract = grid[symbol].product === 'contract'
    const { more, path } = isContract
      ? { more: { side: 'buy' }, path: '/coin/contract/order/add' }
      : deskOf(symbol, 'buy')
    const fields = { symbol, type: 'market', quantity, ...more }
    refused(await perform(counter, thief, 'bad-order', path, fields), 'bad quantity')
  } else {
    const forger: Customer = { ...thief, token: 'x'.repeat(43) }
    refused(await ask(counter, forger, 'POST', '/stock/order/trade/list', {}), 'made-up session')
  }
}
