import { pick, uniform } from '@bolsillo/kernel'
import { place, positionsOf, priceNear, setExit, someone } from './acts.ts'
import { freeOf } from './market.ts'
import { highestLeverage, least, most, type Side, worth } from './model.ts'
import type { Ticket } from './tickets.ts'
import { symbols, type World } from './world.ts'

// What chance alone brings about too rarely: several acts of one customer that belong together.

const grant = 4_000

async function bring(world: World, number: number): Promise<void> {
  await world.stand.fund(number, grant)
  world.stand.contracts.engine.changed([world.stand.customerId(number)])
  await world.follow({ tickets: [], grant: { customer: world.customerId(number), minor: BigInt(grant) * 1_000_000n } })
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
