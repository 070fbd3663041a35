import { rightPassword } from '@bolsillo/contracts/fixtures'
import { integerBetween, pick, uniform } from '@bolsillo/kernel'
import { addedBy, freeMargin, isClearlyLeveraged, refusalsOf } from './admission.ts'
import { type Exit, freeOf, type Order, type Position } from './market.ts'
import { abs, highestLeverage, least, most, type Side, worth } from './model.ts'
import { countOrder } from './reached.ts'
import { Found, type Ticket } from './tickets.ts'
import { customersCount, symbols, unaskedCustomer, type World } from './world.ts'

// What customers ask for.

/** Refusals of this room that the model predicts; others (ticks, collars, sizes) are checked elsewhere. */
const predicted = new Set([
  'contract-position-unknown',
  'being-liquidated',
  'margin-mode-differs',
  'opposite-position',
  'opposite-order',
  'more-than-position',
  'leverage-above-tier',
  'contract-margin-short',
  'instrument-halted',
  'transfer-liquidation',
  'transfer-unpriced',
  'transfer-needed',
  'transfer-funds',
])

export interface Answer {
  readonly status: number
  readonly json: { readonly code: number; readonly data?: unknown }
}

export const refusalOf = ({ json }: Answer): string | undefined =>
  json.code === 0 ? undefined : ((json.data as { rejection?: string } | undefined)?.rejection ?? `code ${json.code}`)

export function textOf(units: bigint, scale: number): string {
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0n ? `-${text}` : text
}

/** Whoever it is that does something. */
export function someone(world: World): number {
  return integerBetween(world.rng, 1, customersCount)
}

export function positionsOf(world: World): readonly { readonly number: number; readonly position: Position }[] {
  return Array.from({ length: customersCount }, (_, at) => at + 1).flatMap((number) =>
    [...world.market.customer(world.customerId(number)).positions.values()].map((position) => ({ number, position })),
  )
}

export function ordersOf(world: World): readonly { readonly number: number; readonly order: Order }[] {
  return Array.from({ length: customersCount }, (_, at) => at + 1).flatMap((number) =>
    [...world.market.customer(world.customerId(number)).orders.values()].map((order) => ({ number, order })),
  )
}

/** A price so many basis points from another, on a tick. */
export function priceNear(world: World, symbol: string, bps: number): bigint {
  const { tick } = world.market.contract(symbol)
  const from = world.prices.lastOf(symbol) ?? world.value.get(symbol) ?? 1n
  return most((from * BigInt(10_000 + bps)) / 10_000n / tick, 1n) * tick
}

/** The product's id of a position. */
export function positionIdOf(world: World, customer: string, symbol: string): string {
  let found = ''
  for (const [id, one] of world.follower.positionOf) if (one.customer === customer && one.symbol === symbol) found = id
  return found
}

/** A step during which a failure was armed predicts nothing. */
const looseOf = (world: World): { readonly isLoose?: boolean } => (world.isFailing ? { isLoose: true } : {})

/** What a customer was answered agrees with the rules. */
export function checkAnswer(world: World, what: string, answer: Answer, expected: readonly string[]): void {
  if (world.isFailing) return
  const refusal = refusalOf(answer)
  world.count('comparisons')
  if (refusal === undefined && expected.length > 0)
    throw new Found('admission', `${what} was taken; the rules refuse it: ${expected}`)
  if (refusal !== undefined && predicted.has(refusal) && expected.length === 0)
    throw new Found(
      'admission',
      `${what} was refused (${refusal} ${JSON.stringify(answer.json.data)}); the rules take it`,
    )
  world.count(refusal === undefined ? 'accepted' : 'refused')
}

async function send(
  world: World,
  number: number,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  return await world.stand.as(number, path, body)
}

function someTicket(world: World, number: number): Ticket {
  const { rng, market } = world
  const customer = market.customer(world.customerId(number))
  const held = [...customer.positions.values()]
  const symbol = held.length > 0 && uniform(rng) < 0.4 ? pick(rng, held).symbol : pick(rng, symbols)
  const own = customer.positions.get(symbol)
  const contract = market.contract(symbol)
  const side: Side =
    own !== undefined && uniform(rng) < 0.85 ? (own.size > 0n ? 'buy' : 'sell') : pick(rng, ['buy', 'sell'] as const)
  const highest = 100_000_000n / (contract.brackets[0]?.initialPpm ?? 1_000_000n)
  const asked = number === unaskedCustomer ? [100, 100, 100, 200] : [100, 200, 500, 500, 1000, 1000, 2000, 2000, 1345]
  const leverage = least(highest, BigInt(pick(rng, asked)))
  const mode = own !== undefined && uniform(rng) < 0.9 ? own.mode : pick(rng, ['isolated', 'cross'] as const)
  const share = pick(rng, [0.05, 0.1, 0.3, 0.3, 0.6, 0.6, 0.9, 1.1])
  const money = BigInt(Math.round(Number(freeOf(customer)) * share))
  const price = world.prices.lastOf(symbol) ?? world.value.get(symbol) ?? 1n
  const perLot = (price * contract.lot) / 10n ** BigInt(contract.priceScale + contract.quantityScale - 6)
  let lots = perLot === 0n ? 1n : most((money * leverage) / 100n / perLot, 1n)
  const whole = (): bigint => worth(contract, price, lots * contract.lot + abs(own?.size ?? 0n))
  // Mostly as much as its table gives so much leverage to.
  if (uniform(rng) < 0.85)
    while (lots > 1n && highestLeverage(contract, (whole() * 11n) / 10n) < leverage) lots = (lots * 2n) / 3n
  const isMarket = uniform(rng) < 0.55
  const limit = isMarket ? undefined : priceNear(world, symbol, pick(rng, [-300, -60, -20, 0, 20, 60, 300, -800, 800]))
  const timeInForce = isMarket ? 'ioc' : pick(rng, ['gtc', 'gtc', 'gtc', 'ioc', 'fok'] as const)
  const postOnly = timeInForce === 'gtc' && uniform(rng) < 0.15
  const exits = uniform(rng) < 0.35 ? someExits(world, symbol, side) : []
  return {
    customer: customer.id,
    symbol,
    side,
    quantity: lots * contract.lot,
    limit,
    timeInForce,
    postOnly,
    reduceOnly: false,
    mode,
    leverage,
    exits,
  }
}

function someExits(world: World, symbol: string, side: Side): Ticket['exits'] {
  const { rng } = world
  const on = () => pick(rng, ['mark', 'last'] as const)
  const sign = side === 'buy' ? 1 : -1
  const far = () => pick(rng, [20, 60, 150, 400, 900])
  return [
    ...(uniform(rng) < 0.6
      ? [{ kind: 'take-profit' as const, price: priceNear(world, symbol, sign * far()), on: on() }]
      : []),
    ...(uniform(rng) < 0.6
      ? [{ kind: 'stop-loss' as const, price: priceNear(world, symbol, -sign * far()), on: on() }]
      : []),
  ]
}

function exitFields(exits: Ticket['exits'], scale: number): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const { kind, price, on } of exits) {
    const name = kind === 'take-profit' ? 'takeProfit' : 'stopLoss'
    fields[`${name}Price`] = textOf(price, scale)
    fields[`${name}On`] = on
  }
  return fields
}

/** Opens, or adds to a position. */
export async function open(world: World): Promise<string> {
  const number = someone(world)
  return await place(world, number, someTicket(world, number))
}

/** Asks for an order of a customer, and holds the answer to the rules. */
export async function place(world: World, number: number, ticket: Ticket): Promise<string> {
  const { priceScale, quantityScale } = world.market.contract(ticket.symbol)
  const worst = ticket.limit ?? world.follower.slipped(ticket.symbol, ticket.side)
  const expected = refusalsOf(world.market, world.prices, ticket, worst)
  const isUnasked = number === unaskedCustomer && !ticket.reduceOnly && !world.isFailing
  const isLeveraged =
    isUnasked && isClearlyLeveraged(world.market, world.prices, ticket, addedBy(world.market, ticket, worst))
  const answer = await send(world, number, '/order/add', {
    ...{ symbol: ticket.symbol, side: ticket.side, quantity: textOf(ticket.quantity, quantityScale) },
    ...(ticket.limit === undefined
      ? { type: 'market' }
      : { type: 'limit', limitPrice: textOf(ticket.limit, priceScale), timeInForce: ticket.timeInForce }),
    ...(ticket.postOnly ? { postOnly: true } : {}),
    ...{ leverage: textOf(ticket.leverage, 2), marginMode: ticket.mode, tradePassword: rightPassword },
    ...exitFields(ticket.exits, priceScale),
  })
  const words = `${number} ${ticket.side} ${ticket.quantity} ${ticket.symbol} at ${ticket.limit ?? 'market'} ${ticket.timeInForce} ${ticket.mode} ${ticket.leverage}: ${refusalOf(answer) ?? 'taken'}`
  checkAnswer(world, words, answer, expected)
  countOrder(world, ticket, refusalOf(answer), expected)
  if (isLeveraged) world.count('leveraged unasked')
  if (isLeveraged && refusalOf(answer) === undefined)
    throw new Found('unasked leverage', `${words}, which gives it more than 1× without the questions`)
  await world.follow({ tickets: [ticket], ...looseOf(world) })
  return words
}

/** Closes a position or a part of it, by an order. */
export async function close(world: World): Promise<string> {
  const all = positionsOf(world)
  if (all.length === 0) return 'nothing to close'
  const { number, position } = pick(world.rng, all)
  return await closeOf(world, number, position)
}

/** Closes some of a position, or more than there is of it. */
export async function closeOf(world: World, number: number, position: Position): Promise<string> {
  const { rng } = world
  const { lot, priceScale, quantityScale } = world.market.contract(position.symbol)
  const part = (abs(position.size) * BigInt(pick(rng, [20, 50, 100, 100, 130]))) / 100n
  const quantity = most((part / lot) * lot, lot)
  const side = position.size > 0n ? ('sell' as const) : ('buy' as const)
  const limit =
    uniform(rng) < 0.5 ? undefined : priceNear(world, position.symbol, pick(rng, [-500, -100, -20, 20, 100, 500]))
  const ticket: Ticket = {
    ...{
      customer: world.customerId(number),
      symbol: position.symbol,
      side,
      quantity,
      limit,
      timeInForce: limit === undefined ? 'ioc' : 'gtc',
    },
    ...{ postOnly: false, reduceOnly: true, mode: position.mode, leverage: position.leverage, exits: [] },
  }
  const expected = refusalsOf(
    world.market,
    world.prices,
    ticket,
    limit ?? world.follower.slipped(position.symbol, side),
  )
  const answer = await send(world, number, '/order/close', {
    positionId: positionIdOf(world, ticket.customer, position.symbol),
    quantity: textOf(quantity, quantityScale),
    ...(limit === undefined ? {} : { limitPrice: textOf(limit, priceScale) }),
  })
  const words = `${number} closes ${quantity} of ${position.size} ${position.symbol} at ${limit ?? 'market'}: ${refusalOf(answer) ?? 'taken'}`
  checkAnswer(world, words, answer, expected)
  await world.follow({ tickets: [ticket], ...looseOf(world) })
  return words
}

/** Closes a position, or everything, at market. */
export async function closeWhole(world: World, all = positionsOf(world)): Promise<string> {
  if (all.length === 0) return 'nothing to close'
  const { number, position } = pick(world.rng, all)
  const customer = world.customerId(number)
  const isAll = uniform(world.rng) < 0.3
  const answer = isAll
    ? await send(world, number, '/order/liquidate/all', {})
    : await send(world, number, '/order/liquidate', { positionId: positionIdOf(world, customer, position.symbol) })
  await world.follow({
    tickets: [],
    closes: { customer, symbol: isAll ? undefined : position.symbol },
    ...looseOf(world),
  })
  return `${number} closes ${isAll ? 'everything' : position.symbol} at market: ${refusalOf(answer) ?? 'taken'}`
}

export async function cancel(world: World): Promise<string> {
  const all = ordersOf(world)
  if (all.length === 0) return 'nothing to cancel'
  const { number, order } = pick(world.rng, all)
  const answer = await send(world, number, '/order/cancel', { orderId: order.id })
  await world.follow({ tickets: [], cancels: order.id, ...looseOf(world) })
  return `${number} cancels ${order.id}: ${refusalOf(answer) ?? 'done'}`
}

export async function replace(world: World): Promise<string> {
  const all = ordersOf(world)
  if (all.length === 0) return 'nothing to replace'
  const { number, order } = pick(world.rng, all)
  const limit = priceNear(world, order.symbol, pick(world.rng, [-300, -60, -20, 20, 60, 300]))
  const { priceScale } = world.market.contract(order.symbol)
  const answer = await send(world, number, '/order/replace', {
    orderId: order.id,
    limitPrice: textOf(limit, priceScale),
    tradePassword: rightPassword,
  })
  const { customer, symbol, side, reduceOnly, mode, leverage, exits, quantity, filled } = order
  const ticket: Ticket = {
    customer,
    symbol,
    side,
    quantity: quantity - filled,
    limit,
    timeInForce: 'gtc',
    postOnly: false,
    reduceOnly,
    mode,
    leverage,
    exits,
    rates: order.rates,
  }
  await world.follow({ tickets: [ticket], ...looseOf(world) })
  return `${number} replaces ${order.id} by ${limit}: ${refusalOf(answer) ?? 'done'}`
}

/** Sets, moves or takes away an exit. */
export async function setExit(world: World, of = positionsOf(world), away = 0.25): Promise<string> {
  const { rng } = world
  if (of.length === 0) return 'no exit to set'
  const { number, position } = pick(rng, of)
  const kind = pick(rng, ['take-profit', 'stop-loss'] as const)
  const isAway = uniform(rng) < away
  const price = exitPrice(world, position, kind, pick(rng, [15, 40, 100, 300, 800]))
  const on = pick(rng, ['mark', 'last'] as const)
  return await askExit(world, number, position, isAway ? { kind } : { kind, price, on })
}

/** So many basis points from the last price, on the side an exit of a kind waits for. */
export function exitPrice(world: World, { symbol, size }: Position, kind: Exit['kind'], bps: number): bigint {
  return priceNear(world, symbol, size > 0n === (kind === 'take-profit') ? bps : -bps)
}

/** Asks for an exit of a position; without a price it is taken away. */
export async function askExit(
  world: World,
  number: number,
  position: Position,
  exit: Omit<Exit, 'reached'> | Pick<Exit, 'kind'>,
): Promise<string> {
  const { kind } = exit
  const set = 'price' in exit ? exit : undefined
  const { symbol } = position
  const customer = world.customerId(number)
  const { priceScale } = world.market.contract(symbol)
  const answer = await send(world, number, kind === 'take-profit' ? '/order/set/profit' : '/order/set/loss', {
    positionId: positionIdOf(world, customer, symbol),
    ...(set === undefined ? {} : { price: textOf(set.price, priceScale), on: set.on }),
  })
  if (refusalOf(answer) === undefined) {
    position.exits = position.exits.filter((one) => one.kind !== kind)
    if (set !== undefined) position.exits.push({ ...set, reached: 'no' })
  }
  await world.follow({ tickets: [], exit: { customer, symbol, kind, set }, ...looseOf(world) })
  const words = set === undefined ? `takes away ${kind}` : `sets ${kind} at ${set.price} on ${set.on}`
  return `${number} ${words} of ${symbol}: ${refusalOf(answer) ?? 'done'}`
}

/** Adds margin, or takes it out. */
export async function moveMargin(world: World): Promise<string> {
  const { rng } = world
  const all = positionsOf(world).filter(({ position }) => position.mode === 'isolated' || uniform(rng) < 0.05)
  if (all.length === 0) return 'no margin to move'
  const { number, position } = pick(rng, all)
  const customer = world.market.customer(world.customerId(number))
  const isAdding = uniform(rng) < 0.4
  const removable = freeMargin(world.market, customer.id, world.prices, position) ?? 0n
  const amount = isAdding
    ? most(freeOf(customer) / BigInt(pick(rng, [1, 3, 20])), 1n)
    : pick(rng, [most(removable, 1n), most(removable / 2n, 1n), position.margin, removable + 1n])
  if (amount <= 0n) return 'no margin to move'
  const isUnasked = number === unaskedCustomer && !isAdding && !world.isFailing
  const isLeveraged =
    isUnasked &&
    isClearlyLeveraged(world.market, world.prices, { ...position, customer: customer.id }, { minor: -amount })
  const answer = await send(world, number, '/order/add/mgn', {
    positionId: positionIdOf(world, customer.id, position.symbol),
    amount: textOf(amount, 6),
    direction: isAdding ? 'add' : 'remove',
  })
  const words = `${number} ${isAdding ? 'adds' : 'takes out'} ${amount} of ${position.margin} in ${position.symbol}: ${refusalOf(answer) ?? 'done'}`
  const isDone = refusalOf(answer) === undefined
  if (isDone && !isAdding && amount >= position.margin)
    throw new Found('margin', `${words}: nothing is left that could lose`)
  if (isLeveraged) world.count('leveraged unasked')
  if (isLeveraged && isDone)
    throw new Found('unasked leverage', `${words}, which leaves more than 1× without the questions`)
  if (isDone && !isAdding && amount > removable) throw new Found('margin', `${words}: only ${removable} is free`)
  await world.follow({
    tickets: [],
    margin: { customer: customer.id, symbol: position.symbol, by: isAdding ? amount : -amount },
    ...looseOf(world),
  })
  return words
}

export async function deposit(world: World): Promise<string> {
  const number = someone(world)
  const whole = pick(world.rng, [100, 1_000, 5_000])
  await world.stand.fund(number, whole)
  world.stand.contracts.engine.changed([world.stand.customerId(number)])
  await world.follow({
    tickets: [],
    grants: [{ customer: world.customerId(number), minor: BigInt(whole) * 1_000_000n }],
    ...looseOf(world),
  })
  return `${number} brings ${whole}`
}
