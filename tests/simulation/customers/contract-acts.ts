import { rightAnswers } from '@bolsillo/contracts/fixtures'
import { integerBetween, pick, uniform } from '@bolsillo/kernel'
import { grid, listed } from '../server/market.ts'
import { ask, type Counter, type Customer, type HeldContract, perform } from './customer.ts'
import { envelopeOf, refusalOf } from './operations.ts'
import {
  cancel,
  place,
  popularPrice,
  priceText,
  quantityText,
  remember,
  someQuantity,
  tickerOf,
  tradedOf,
  type Values,
} from './trade-talk.ts'

// What customers do with leveraged contracts.

/** Money for contracts, and the questions before the first leverage. */
export async function beginContracts(counter: Counter, customer: Customer): Promise<void> {
  const { rng } = counter.scheduler
  // Who answers wrongly learns it, and may answer again; who does not answer trades without leverage.
  const answers = uniform(rng) < 0.06 ? { ...rightAnswers, funding: 'c' } : rightAnswers
  await perform(counter, customer, 'suitability', '/coin/contract/suitability/answer', answers)
  await moveMoney(counter, customer, { from: 'coin', to: 'contract' }, integerBetween(rng, 2_500, 8_000))
}

/** Moves USDT between two purses. */
export async function moveMoney(
  counter: Counter,
  customer: Customer,
  way: { readonly from: string; readonly to: string },
  whole: number,
): Promise<void> {
  const { rng } = counter.scheduler
  const path = uniform(rng) < 0.5 ? '/coin/transfer' : '/user/transfer'
  await perform(counter, customer, 'transfer', path, { ...way, asset: 'USDT', amount: String(whole) })
}

/** Looks at what is open, as the page of positions does. */
export async function lookAtPositions(counter: Counter, customer: Customer): Promise<void> {
  const answer = await ask(counter, customer, 'POST', '/coin/contract/order/list/active', {})
  if (answer === undefined || answer.status >= 300) return
  const { rows } = envelopeOf(answer).data as { readonly rows: readonly HeldContract[] }
  customer.held.clear()
  for (const row of rows) customer.held.set(row.symbol, row)
}

/** What a position is closed with: the last price a customer saw of it. */
const closesBy = ({ side }: HeldContract): 'buy' | 'sell' => (side === 'long' ? 'sell' : 'buy')

async function open(counter: Counter, customer: Customer, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  const traded = tradedOf(counter, 'contract')
  const [first] = traded
  // Mostly in one contract, so that some hold what others sold.
  const symbol = first !== undefined && uniform(rng) < 0.7 ? first : pick(rng, traded)
  const held = customer.held.get(symbol)
  const [long, short] = ['buy', 'sell'] as const
  // Mostly more of what is held: the other side only closes, and says so when it does not.
  const wish = held === undefined ? pick(rng, [long, short]) : closesBy(held) === 'buy' ? short : long
  const side = uniform(rng) < 0.1 ? pick(rng, [long, short]) : wish
  const leverage = pick(rng, [1, 5, 10, 20, 20, 20])
  const { lot } = grid[symbol]
  const { priceScale, quantityScale } = listed(symbol).scale
  const worth = (values[symbol] * lot) / 10 ** (priceScale + quantityScale)
  const lots = (pick(rng, [150, 400, 900, 2_000]) * leverage) / worth
  const quantity = quantityText(symbol, uniform(rng) < 0.05 ? someQuantity(rng, symbol) : lots * lot)
  const away = side === 'buy' ? 1 : -1
  const price = (low: number, high: number): string => priceText(symbol, values[symbol], integerBetween(rng, low, high))
  const exit = (share: number): string =>
    priceText(symbol, values[symbol], Math.round((values[symbol] * share) / grid[symbol].tick))
  const on = (): string => pick(rng, ['mark', 'last'])
  const near = integerBetween(rng, 2, 40) / 1_000
  const exits = {
    ...(uniform(rng) < 0.7 ? { takeProfitPrice: exit(away * near), takeProfitOn: on() } : {}),
    ...(uniform(rng) < 0.7 ? { stopLossPrice: exit(-away * near), stopLossOn: on() } : {}),
  }
  const mode = held?.mode ?? pick(rng, ['isolated', 'cross'])
  const head = { symbol, side, quantity, leverage: String(leverage), marginMode: mode }
  const popular = uniform(rng) < 0.5 ? popularPrice(counter, customer, symbol, side) : undefined
  const forms: readonly Readonly<Record<string, string>>[] = [
    { ...head, type: 'market' },
    { ...head, type: 'market' },
    { ...head, type: 'market', ...exits },
    { ...head, type: 'market', ...exits },
    { ...head, type: 'limit', limitPrice: popular ?? price(-5, 5) },
    { ...head, type: 'limit', limitPrice: price(-5, 5), ...exits },
    { ...head, type: 'limit', limitPrice: price(-9, 9), postOnly: 'true' },
    { ...head, type: 'limit', limitPrice: price(-3, 8), timeInForce: pick(rng, ['ioc', 'fok']) },
  ]
  const answer = await place(
    counter,
    customer,
    { kind: 'contract-add', path: '/coin/contract/order/add' },
    pick(rng, forms),
  )
  if (answer === undefined) return
  const refusal = refusalOf(answer)
  if (refusal === 'suitability-missing') await beginContracts(counter, customer)
  else if (refusal === 'margin-short' || refusal === 'insufficient-funds')
    await moveMoney(counter, customer, { from: 'coin', to: 'contract' }, integerBetween(rng, 500, 4_000))
}

async function reduce(counter: Counter, customer: Customer, held: HeldContract, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  const symbol = tickerOf(held.symbol)
  if (symbol === undefined) return
  const units = Number(held.size) * 10 ** listed(symbol).scale.quantityScale
  const quantity = quantityText(symbol, units * pick(rng, [0.2, 0.5, 1, 1, 1.3]))
  const limitPrice = priceText(symbol, values[symbol], integerBetween(rng, -6, 6))
  const { positionId } = held
  const closeBy = async (fields: Readonly<Record<string, string>>): Promise<void> =>
    remember(
      customer,
      await perform(counter, customer, 'contract-close', '/coin/contract/order/close', fields),
      counter.scheduler.trueNow(),
    )
  if (uniform(rng) < 0.25) await closeBy({ positionId })
  else if (uniform(rng) < 0.4) await closeBy({ positionId, quantity, limitPrice })
  else if (uniform(rng) < 0.5) await closeBy({ positionId, quantity })
  else {
    const order = { symbol, side: closesBy(held), type: 'limit', quantity, limitPrice, reduceOnly: 'true' }
    await place(counter, customer, { kind: 'contract-add', path: '/coin/contract/order/add' }, order)
  }
}

async function moveExit(counter: Counter, customer: Customer, held: HeldContract, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  const symbol = tickerOf(held.symbol)
  if (symbol === undefined) return
  const isProfit = uniform(rng) < 0.5
  const isAbove = isProfit === (held.side === 'long')
  // Now and then on the wrong side, which is refused; now and then taken away.
  const sign = (uniform(rng) < 0.1 ? -1 : 1) * (isAbove ? 1 : -1)
  const away = Math.round((values[symbol] * integerBetween(rng, 1, 40)) / 1_000 / grid[symbol].tick)
  const price = uniform(rng) < 0.15 ? {} : { price: priceText(symbol, values[symbol], sign * away) }
  const path = `/coin/contract/order/set/${isProfit ? 'profit' : 'loss'}`
  const fields = { positionId: held.positionId, on: pick(rng, ['mark', 'last']), ...price }
  await perform(counter, customer, 'set-exit', path, fields)
}

async function changeMargin(counter: Counter, customer: Customer, held: HeldContract): Promise<void> {
  const { rng } = counter.scheduler
  const amount = String(integerBetween(rng, 1, pick(rng, [50, 400, 3_000])))
  const direction = pick(rng, ['add', 'remove'])
  await perform(counter, customer, 'change-margin', '/coin/contract/order/add/mgn', {
    positionId: held.positionId,
    amount,
    direction,
  })
}

/** Closes one position, or all, at market. */
export async function closeAtMarket(counter: Counter, customer: Customer, held?: HeldContract): Promise<void> {
  const path = '/coin/contract/order/liquidate'
  if (held === undefined) await perform(counter, customer, 'contract-close-all', `${path}/all`, {})
  else await perform(counter, customer, 'contract-market-close', path, { positionId: held.positionId })
}

/** One thing a customer does with contracts. */
export async function actOnContracts(counter: Counter, customer: Customer, values: Values): Promise<void> {
  const { rng } = counter.scheduler
  // Some look first, some act on what they saw before.
  if (customer.held.size === 0 || uniform(rng) < 0.65) await lookAtPositions(counter, customer)
  const all = [...customer.held.values()]
  const orders = [...customer.open].filter(([, { symbol }]) => isContract(symbol)).map(([orderId]) => orderId)
  const choice = uniform(rng)
  if (orders.length > 0 && choice < (all.length === 0 ? 0.3 : 0.12))
    return await cancel(counter, customer, pick(rng, orders))
  if (all.length === 0 || choice < 0.22) return await open(counter, customer, values)
  const held = pick(rng, all)
  if (choice < 0.34) return await reduce(counter, customer, held, values)
  // Only an isolated position has a margin of its own; now and then somebody tries all the same.
  const own = all.find(({ mode }) => mode === 'isolated') ?? (uniform(rng) < 0.1 ? held : undefined)
  if (choice < 0.6 && own !== undefined && uniform(rng) < 0.6) return await changeMargin(counter, customer, own)
  if (choice < 0.6) return await moveExit(counter, customer, held, values)
  if (choice < 0.66) {
    const way =
      uniform(rng) < 0.5 ? { from: 'coin', to: 'contract' } : { from: 'contract', to: pick(rng, ['coin', 'stock']) }
    return await moveMoney(counter, customer, way, integerBetween(rng, 1, 3_000))
  }
  if (choice < 0.8) return await closeAtMarket(counter, customer, held)
  if (choice < 0.89) return await closeAtMarket(counter, customer)
  // Two at once, as by an impatient finger.
  await Promise.all([reduce(counter, customer, held, values), open(counter, customer, values)])
}

function isContract(symbol: string): boolean {
  const ticker = tickerOf(symbol)
  return ticker !== undefined && grid[ticker].product === 'contract'
}
