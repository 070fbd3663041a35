import { integerBetween, pick, uniform } from '@bolsillo/kernel'
import { askExit, closeOf, closeWhole, exitPrice, place, positionsOf, priceNear, setExit, someone } from './acts.ts'
import { crowdSymbol, crowdWorth } from './begin.ts'
import { freeOf } from './market.ts'
import { highestLeverage, least, most, type Side, worth } from './model.ts'
import { keepOnly } from './purses.ts'
import type { Ticket } from './tickets.ts'
import { customersCount, symbols, unaskedCustomer, type World } from './world.ts'

// What chance alone brings about too rarely: several acts of one customer that belong together.

const grant = 4_000
/** So little that a table gives all of it the highest leverage. */
const littleGrant = 1_500

async function bring(world: World, number: number, whole = grant): Promise<void> {
  await world.stand.fund(number, whole)
  world.stand.contracts.engine.changed([world.stand.customerId(number)])
  await world.follow({
    tickets: [],
    grants: [{ customer: world.customerId(number), minor: BigInt(whole) * 1_000_000n }],
  })
}

/** As much of a contract as so many USDT minor units buy at a leverage its table has for it. */
function ticketOf(
  world: World,
  number: number,
  of: { readonly symbol: string; readonly side: Side; readonly minor: bigint },
): Ticket {
  const { symbol, side, minor } = of
  const contract = world.market.contract(symbol)
  const price = world.prices.lastOf(symbol) ?? world.value.get(symbol) ?? 1n
  const leverage = highestLeverage(contract, 0n)
  const perLot = worth(contract, price, contract.lot) / 1_000_000n
  let lots = most((minor * leverage) / 100n / most(perLot, 1n), 1n)
  while (lots > 1n && highestLeverage(contract, (worth(contract, price, lots * contract.lot) * 11n) / 10n) < leverage)
    lots = (lots * 2n) / 3n
  return {
    ...{ customer: world.customerId(number), symbol, side, quantity: lots * contract.lot, limit: undefined },
    ...{ timeInForce: 'ioc', postOnly: false, reduceOnly: false, mode: 'cross', leverage, exits: [] },
  }
}

/** Somebody opens several contracts of one cross account, in any order, as far as the money goes; then all prices turn. */
export async function spread(world: World): Promise<string> {
  const { rng } = world
  const number = someone(world)
  await bring(world, number)
  const order = symbols.map((symbol) => ({ symbol, place: uniform(rng) })).sort((a, b) => a.place - b.place)
  const side = pick(rng, ['buy', 'sell'] as const)
  const words: string[] = []
  for (const { symbol } of order.slice(0, 3)) {
    const own = world.market.customer(world.customerId(number)).positions.get(symbol)
    if (own !== undefined || world.index.get(symbol) === undefined) continue
    world.withdraw(symbol)
    await world.quote(world.ladder(symbol, 100_000))
    const minor = (freeOf(world.market.customer(world.customerId(number))) * 3n) / 10n
    words.push(await place(world, number, ticketOf(world, number, { symbol, side, minor })))
  }
  const bps = (side === 'buy' ? -1n : 1n) * BigInt(pick(rng, [300, 450, 700, 1_200]))
  for (const symbol of symbols) {
    if (world.index.get(symbol) === undefined) continue
    const to = most(((world.value.get(symbol) ?? 1n) * (10_000n + bps)) / 10_000n, 10n)
    world.withdraw(symbol)
    if (uniform(rng) < 0.7) await world.quote(world.ladder(symbol, 3_000, { around: to }))
    await world.move(symbol, to)
  }
  for (let look = 0; look < 3; look += 1) await world.tick(1_000)
  return `${words.join('; ')}; then all move ${bps} bps`
}

/** An order that brings exits is filled in parts, and its customer changes or takes away what it brought. */
export async function parts(world: World): Promise<string> {
  const { rng } = world
  const number = someone(world)
  await bring(world, number)
  const symbol = pick(rng, symbols)
  const side = pick(rng, ['buy', 'sell'] as const)
  const base = ticketOf(world, number, { symbol, side, minor: 200_000_000n })
  const limit = priceNear(world, symbol, side === 'buy' ? -20 : 20)
  const sign = side === 'buy' ? 1 : -1
  const far = (kind: 'take-profit' | 'stop-loss', bps: number) => ({
    kind,
    price: priceNear(world, symbol, bps),
    on: 'mark' as const,
  })
  const exits = [far('take-profit', sign * 400), far('stop-loss', -sign * 400)]
  world.withdraw(symbol)
  const words = await place(world, number, {
    ...base,
    limit,
    timeInForce: 'gtc',
    mode: 'isolated',
    leverage: 200n,
    exits,
  })
  const { lot } = world.market.contract(symbol)
  const part = most(base.quantity / 5n / lot, 1n) * lot
  const other = side === 'buy' ? ('sell' as const) : ('buy' as const)
  for (let times = 0; times < 3; times += 1) {
    await world.quote([{ symbol, side: other, price: limit, quantity: least(part, base.quantity) }])
    const own = positionsOf(world).filter((one) => one.number === number && one.position.symbol === symbol)
    if (own.length > 0) await setExit(world, own, 0.6)
  }
  return `${words}, filled in parts`
}

/** Whether a contract has an index and is not halted. */
const isTraded = (world: World, symbol: string): boolean =>
  world.index.get(symbol) !== undefined && !world.market.halted.has(symbol)

/** Positions that can be acted on: nothing liquidates them, and they are traded. */
const quietPositions = (world: World) =>
  positionsOf(world).filter(({ position }) => position.liquidation === undefined && isTraded(world, position.symbol))

/** A print reaches an exit and the price goes back before anybody looks; now and then the first attempt to fire fails. */
export async function touch(world: World): Promise<string> {
  const { rng } = world
  const all = quietPositions(world)
  if (all.length === 0) return 'no exit to touch'
  const { number, position } = pick(rng, all)
  const { symbol } = position
  const kind = pick(rng, ['take-profit', 'stop-loss'] as const)
  const before = priceNear(world, symbol, 0)
  const exit = { kind, price: exitPrice(world, position, kind, pick(rng, [15, 30, 60])), on: 'last' as const }
  const words = await askExit(world, number, position, exit)
  const beyond = exitPrice(world, position, kind, 70)
  world.withdraw(symbol)
  const { lot } = world.market.contract(symbol)
  for (const price of [beyond, before])
    await world.quote((['sell', 'buy'] as const).map((side) => ({ symbol, side, price, quantity: lot })))
  world.withdraw(symbol)
  await world.quote(world.ladder(symbol, 50_000, { around: before }))
  const isFailing = uniform(rng) < 0.4
  if (isFailing) {
    world.isFailing = true
    world.line.arm('read', integerBetween(rng, 1, 3))
    await world.tick(1_000)
    world.line.disarm()
    world.isFailing = false
  }
  await world.tick(1_000)
  world.count('exits touched')
  return `${words}; ${symbol} trades at ${beyond} and again at ${before}${isFailing ? ', the database fails once' : ''}`
}

/** All prices of some contracts move by so much, and the market offers around them. */
async function shift(world: World, of: readonly string[], bps: bigint, depth: number): Promise<void> {
  for (const symbol of of) {
    const to = most(((world.value.get(symbol) ?? 1n) * (10_000n + bps)) / 10_000n, 10n)
    world.withdraw(symbol)
    if (depth > 0) await world.quote(world.ladder(symbol, depth, { around: to }))
    await world.move(symbol, to)
  }
}

/** Somebody who may have leverage, and of whom nothing is being liquidated if there is such a one. */
function opener(world: World): number {
  const asked = Array.from({ length: customersCount }, (_, at) => at + 1).filter((number) => number !== unaskedCustomer)
  const quiet = asked.filter((number) =>
    [...world.market.customer(world.customerId(number)).positions.values()].every(
      (one) => one.liquidation === undefined,
    ),
  )
  return pick(world.rng, quiet.length > 0 ? quiet : asked)
}

/** The same at a limit near the market: nothing is set aside for how far an order at market may slip. */
const nearTicket = (world: World, number: number, of: Parameters<typeof ticketOf>[2]): Ticket => ({
  ...ticketOf(world, number, of),
  limit: priceNear(world, of.symbol, of.side === 'buy' ? 25 : -25),
})

/** Contracts somebody may open in now, and has no position in. */
function openable(world: World, number: number): readonly string[] {
  const { positions } = world.market.customer(world.customerId(number))
  return symbols.filter((symbol) => isTraded(world, symbol) && !positions.has(symbol))
}

/** One leg of a cross account loses more than there is in money, another one gains it: then the first is to be closed. */
export async function hedge(world: World): Promise<string> {
  const { rng } = world
  const number = opener(world)
  const customer = world.market.customer(world.customerId(number))
  const free = openable(world, number)
  if (free.length < 2) return `${number} has no two contracts left to hedge with`
  await keepOnly(world, number, 0n)
  await bring(world, number, littleGrant)
  const first = pick(rng, free)
  const second = pick(
    rng,
    free.filter((symbol) => symbol !== first),
  )
  const side = pick(rng, ['buy', 'sell'] as const)
  const words: string[] = []
  for (const [symbol, of, share] of [
    [first, side, 48n],
    [second, side === 'buy' ? 'sell' : 'buy', 88n],
  ] as const) {
    world.withdraw(symbol)
    await world.quote(world.ladder(symbol, 200_000))
    const minor = (freeOf(customer) * share) / 100n
    words.push(await place(world, number, nearTicket(world, number, { symbol, side: of, minor })))
  }
  const sign = side === 'buy' ? -1n : 1n
  const leverage = highestLeverage(world.market.contract(first), 0n)
  // In several moves: what one takes is never more than what is left of both.
  for (let times = 0; times < 5; times += 1) await shift(world, [second, first], (sign * 600_000n) / leverage, 200_000)
  const own = positionsOf(world).filter((one) => one.number === number && one.position.symbol === first)
  for (const { position } of own) {
    const at = world.follower.slipped(first, side === 'buy' ? 'sell' : 'buy')
    if (!world.market.bearsClosing(customer, position, at, world.prices.markOf))
      world.count('legs that only a gain could pay')
    if (uniform(rng) < 0.4)
      words.push(
        await askExit(world, number, position, {
          kind: 'stop-loss',
          price: exitPrice(world, position, 'stop-loss', 5),
          on: 'mark',
        }),
      )
    else words.push(await closeOf(world, number, position))
  }
  await shift(world, [first], (sign * pick(rng, [100_000n, 400_000n, 900_000n])) / leverage, 200_000)
  for (let look = 0; look < 3; look += 1) await world.tick(1_000)
  world.count('hedges')
  return `${words.join('; ')}; the second gains what the first loses`
}

/** Beside a cross account rest orders of isolated positions, and of the other mode; then the account is liquidated. */
export async function beside(world: World): Promise<string> {
  const { rng } = world
  const number = opener(world)
  const free = openable(world, number)
  if (free.length < 2) return `${number} has no two contracts left`
  await keepOnly(world, number, 0n)
  await bring(world, number, littleGrant)
  const customer = world.market.customer(world.customerId(number))
  const [held, resting] = uniform(rng) < 0.5 ? [free[0] ?? '', free[1] ?? ''] : [free[1] ?? '', free[0] ?? '']
  const side = pick(rng, ['buy', 'sell'] as const)
  world.withdraw(held)
  await world.quote(world.ladder(held, 100_000))
  const words: string[] = []
  for (const mode of pick(rng, [['isolated', 'cross'], ['cross', 'isolated'], ['isolated']] as const)) {
    const near = priceNear(world, resting, side === 'buy' ? -600 : 600)
    const base = ticketOf(world, number, { symbol: resting, side, minor: freeOf(customer) / 50n })
    words.push(await place(world, number, { ...base, mode, leverage: 300n, limit: near, timeInForce: 'gtc' }))
  }
  const minor = (freeOf(customer) * 75n) / 100n
  words.push(await place(world, number, nearTicket(world, number, { symbol: held, side, minor })))
  const sign = side === 'buy' ? -1n : 1n
  await shift(world, [held], (sign * 1_400_000n) / highestLeverage(world.market.contract(held), 0n), 20_000)
  for (let look = 0; look < 2; look += 1) await world.tick(1_000)
  world.count('orders beside liquidations')
  return `${words.join('; ')}; then ${held} turns`
}

/** The index of a contract is out so long that its mark is gone, its holder's account changes meanwhile, and it is back far off. */
export async function blind(world: World): Promise<string> {
  const { rng } = world
  const all = quietPositions(world)
  if (all.length === 0) return 'nobody to be blind about'
  const { number, position } = pick(rng, all)
  const { symbol } = position
  world.stand.silence(symbol)
  world.index.set(symbol, undefined)
  world.outSince.set(symbol, world.now())
  await world.tick(20_000)
  await bring(world, number, pick(rng, [1, 10]))
  await world.tick(1_000)
  const sign = position.size > 0n ? -1n : 1n
  await shift(world, [symbol], sign * pick(rng, [800n, 1_500n, 3_000n]), pick(rng, [0, 20_000]))
  for (let look = 0; look < 2; look += 1) await world.tick(1_000)
  world.count('accounts out of sight')
  return `${symbol} of ${number} has no mark for a while, and comes back worse`
}

/** The market offers less than a lot: what is opened is smaller than the least that could be asked for. */
export async function dust(world: World): Promise<string> {
  const { rng } = world
  const number = someone(world)
  const [symbol] = openable(world, number)
  if (symbol === undefined) return `${number} has no contract left`
  await bring(world, number, 100)
  const { lot } = world.market.contract(symbol)
  const side = pick(rng, ['buy', 'sell'] as const)
  world.withdraw(symbol)
  const price = priceNear(world, symbol, 0)
  await world.quote([{ symbol, side: side === 'buy' ? 'sell' : 'buy', price, quantity: lot / 3n }])
  const base = ticketOf(world, number, { symbol, side, minor: 5_000_000n })
  const words = await place(world, number, { ...base, mode: pick(rng, ['isolated', 'cross']), leverage: 200n })
  await world.quote(world.ladder(symbol, 20_000))
  if (uniform(rng) < 0.5) return `${words}, of which a third of a lot is there`
  // Whatever is asked for in lots is more than there is: it is closed whole.
  const own = positionsOf(world).filter((one) => one.number === number && one.position.symbol === symbol)
  for (const { position } of own) await closeOf(world, number, position)
  return `${words}, of which a third of a lot is there; ${await closeWhole(world, own)}`
}

/**
 * Somebody has more of the contract on the other side than the crowd could take in one handing over, and nobody else takes it:
 * the first of the crowd are asked, the market has the rest.
 */
export async function crush(world: World): Promise<string> {
  const { rng } = world
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].filter((number) => openable(world, number).includes(crowdSymbol))
  const [number] = numbers
  if (number === undefined) return 'nobody is left to be crushed'
  const others = openable(world, number).filter((symbol) => symbol !== crowdSymbol)
  const opened = [...pick(rng, [[], others]), crowdSymbol]
  const whole = crowdWorth(world)
  await keepOnly(world, number, 0n)
  await bring(world, number, Number(whole / 1_000_000n / 5n))
  const words: string[] = []
  for (const symbol of opened) {
    world.withdraw(symbol)
    await world.quote(world.ladder(symbol, 300_000))
    const minor = symbol === crowdSymbol ? (whole * 12n) / 100n : 20_000_000n
    words.push(await place(world, number, ticketOf(world, number, { symbol, side: 'sell', minor })))
  }
  for (const symbol of opened) world.withdraw(symbol)
  await shift(world, [crowdSymbol], 3_000n, 0)
  for (let look = 0; look < 10; look += 1) await world.tick(1_000)
  return `${words.join('; ')}; then ${crowdSymbol} rises and nobody offers any`
}
