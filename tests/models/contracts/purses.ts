import { integerBetween, pick, uniform } from '@bolsillo/kernel'
import { askingOf } from '@bolsillo/test-kit'
import { checkAnswer, refusalOf, someone, textOf } from './acts.ts'
import { isClearlyLeveraged, movable } from './admission.ts'
import { freeOf } from './market.ts'
import { least, most } from './model.ts'
import { type Asked, Found, type Moved } from './tickets.ts'
import { customersCount, unaskedCustomer, type World } from './world.ts'

// Money goes from one purse of a customer to another, alone and beside everything else.

const coinOrder = { symbol: '', mode: 'cross' } as const

/** So much as somebody may ask for: what may go, a part of it, one unit more, all there is. Below zero: out of the purse. */
function someAmount(world: World, number: number): bigint {
  const { rng, market, prices } = world
  const customer = market.customer(world.customerId(number))
  if (customer.outside > 0n && uniform(rng) < 0.5)
    return pick(rng, [customer.outside, most(customer.outside / 3n, 1n), customer.outside + 1n])
  const free = movable(market, customer.id, prices) ?? 0n
  return -most(pick(rng, [free, free / 4n, free / 20n, free + 1n, freeOf(customer)]), 1n)
}

async function send(world: World, number: number, minor: bigint) {
  const [from, to] = minor < 0n ? ['contract', 'coin'] : ['coin', 'contract']
  const amount = textOf(minor < 0n ? -minor : minor, 6)
  const answer = await askingOf(world.stand.app).as(number, '/user/transfer', { from, to, asset: 'USDT', amount })
  world.stand.contracts.engine.changed([world.stand.customerId(number)])
  return answer
}

/** What the rules say to a transfer that nothing else comes between. */
function refusalsOf(world: World, number: number, minor: bigint): readonly string[] {
  const { market, prices } = world
  const customer = market.customer(world.customerId(number))
  if (minor > 0n) return minor > customer.outside ? ['transfer-funds'] : []
  const positions = [...customer.positions.values()]
  if (positions.some(({ mode, liquidation }) => mode === 'cross' && liquidation !== undefined))
    return ['transfer-liquidation']
  const free = movable(market, customer.id, prices)
  if (free === undefined) return ['transfer-unpriced']
  return -minor > free ? ['transfer-needed'] : []
}

/** Somebody moves money into the purse or out of it. */
export async function transfer(world: World): Promise<string> {
  const number = someone(world)
  return await moveMoney(world, number, someAmount(world, number))
}

export async function moveMoney(world: World, number: number, minor: bigint): Promise<string> {
  const customer = world.customerId(number)
  const expected = refusalsOf(world, number, minor)
  const isLeveraged =
    number === unaskedCustomer &&
    minor < 0n &&
    isClearlyLeveraged(world.market, world.prices, { customer, ...coinOrder }, { minor })
  const answer = await send(world, number, minor)
  const isDone = refusalOf(answer) === undefined
  const words = `${number} moves ${minor} into the purse for contracts: ${refusalOf(answer) ?? 'done'}`
  checkAnswer(world, words, answer, expected)
  if (isLeveraged && isDone) throw new Found('unasked leverage', `${words}, which leaves more than 1x`)
  await world.follow({ tickets: [], ...(isDone ? { transfers: [{ customer, minor }] } : {}) })
  return words
}

/** Leaves somebody no more than so much free money, as far as it may go. */
export async function keepOnly(world: World, number: number, minor: bigint): Promise<void> {
  const { market, prices } = world
  const customer = market.customer(world.customerId(number))
  const spare = least(freeOf(customer) - minor, movable(market, customer.id, prices) ?? 0n)
  if (spare > 0n) await moveMoney(world, number, -spare)
}

/** Several transfers are asked for now, of several customers or of one, and answered whenever they are. */
export async function moveBeside(world: World): Promise<Asked> {
  const { rng } = world
  const only = uniform(rng) < 0.3 ? someone(world) : undefined
  const asked = Array.from({ length: integerBetween(rng, 2, 6) }, () => {
    const number = only ?? integerBetween(rng, 1, customersCount)
    return { number, customer: world.customerId(number), minor: someAmount(world, number) }
  })
  const answers = await Promise.all(asked.map(({ number, minor }) => send(world, number, minor)))
  const transfers: Moved[] = asked.filter((_, at) => {
    const answer = answers[at]
    return answer !== undefined && refusalOf(answer) === undefined
  })
  world.follower.count('transfers beside others', transfers.length)
  return { tickets: [], transfers }
}
