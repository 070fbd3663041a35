import { integerBetween, pick, uniform } from '@bolsillo/kernel'
import { cancel, close, closeWhole, deposit, moveMargin, open, priceNear, replace, setExit } from './acts.ts'
import { funding } from './fund-steps.ts'
import { most } from './model.ts'
import { moveBeside, transfer } from './purses.ts'
import { finishAll } from './quiet.ts'
import { checkShown } from './shown.ts'
import { beside, blind, crush, dust, hedge, parts, spread, touch } from './stories.ts'
import { symbols, type World } from './world.ts'

// What happens in the world of a step: somebody asks for something, a price moves, a process dies.

/** The index of a coin moves a little. */
async function drift(world: World): Promise<string> {
  const symbol = pick(world.rng, symbols)
  const bps = pick(world.rng, [-250, -120, -50, -15, 15, 50, 120, 250])
  return await moveBy(world, symbol, bps)
}

/** The index of a coin, or of all, jumps. */
async function gap(world: World): Promise<string> {
  const bps = pick(world.rng, [-3_500, -2_000, -1_200, -700, -500, 500, 700, 1_200, 2_000, 3_500])
  const all = uniform(world.rng) < 0.4 ? symbols : [pick(world.rng, symbols)]
  const isEmpty = uniform(world.rng) < 0.5
  let words = ''
  for (const symbol of all) {
    world.withdraw(symbol)
    if (!isEmpty)
      await world.quote(
        world.ladder(symbol, pick(world.rng, [500, 5_000, 100_000]), { around: moved(world, symbol, bps) }),
      )
    words += `${await moveBy(world, symbol, bps)} `
  }
  world.count('gaps')
  return words
}

const moved = (world: World, symbol: string, bps: number): bigint =>
  most(((world.value.get(symbol) ?? 1n) * BigInt(10_000 + bps)) / 10_000n, 10n)

async function moveBy(world: World, symbol: string, bps: number): Promise<string> {
  const to = moved(world, symbol, bps)
  // Money goes between purses while prices move.
  const isBeside = !world.isFailing && uniform(world.rng) < 0.12
  await world.move(symbol, to, isBeside ? moveBeside(world) : undefined)
  return `${symbol} moves ${bps} bps to ${to}`
}

/** The market offers much, little or nothing around the price. */
async function quotes(world: World): Promise<string> {
  const symbol = pick(world.rng, symbols)
  const depth = pick(world.rng, [0, 300, 3_000, 50_000, 500_000])
  world.withdraw(symbol)
  const isOdd = uniform(world.rng) < 0.2
  if (depth > 0) await world.quote(world.ladder(symbol, depth, { isOdd }))
  else await world.follow({ tickets: [] })
  return `the market offers ${depth} in ${symbol}`
}

/** Somebody of the market trades away from the index: only the last price moves. */
async function print(world: World): Promise<string> {
  const symbol = pick(world.rng, symbols)
  if (world.market.halted.has(symbol)) return `nobody trades ${symbol}, which is halted`
  const price = priceNear(world, symbol, pick(world.rng, [-300, -100, -30, 30, 100, 300]))
  const { lot } = world.market.contract(symbol)
  world.withdraw(symbol)
  const one = { symbol, price, quantity: lot }
  await world.quote([
    { ...one, side: 'sell' },
    { ...one, side: 'buy' },
  ])
  if (uniform(world.rng) < 0.5) await world.quote(world.ladder(symbol, 20_000))
  // Prices may be back before anybody has looked.
  return `somebody trades ${symbol} at ${price}`
}

async function outage(world: World): Promise<string> {
  const out = symbols.find((symbol) => world.index.get(symbol) === undefined)
  if (out !== undefined) {
    const bps = pick(world.rng, [0, -900, 900, -2_500, 2_500])
    return `index is back: ${await moveBy(world, out, bps)}`
  }
  const symbol = pick(world.rng, symbols)
  world.stand.silence(symbol)
  world.index.set(symbol, undefined)
  world.outSince.set(symbol, world.now())
  world.count('outages')
  await world.tick(integerBetween(world.rng, 500, 20_000))
  return `${symbol} has no index`
}

/** What commission may have been before. */
const otherRates = [
  { makerBps: 1n, takerBps: 3n },
  { makerBps: 0n, takerBps: 7n },
  { makerBps: 4n, takerBps: 9n },
] as const

async function restart(world: World): Promise<string> {
  const how = pick(world.rng, ['restart', 'kill'] as const)
  const isEngineFirst = uniform(world.rng) < 0.5
  const rates = uniform(world.rng) < 0.5 ? pick(world.rng, otherRates) : undefined
  const kept = rates === undefined ? 0 : await world.publishRates(rates)
  await world.another(how, isEngineFirst)
  world.follower.count('orders of other rates', kept)
  return `${how}, the engine ${isEngineFirst ? 'before' : 'after'} prices`
}

/** The market halts a contract, and lets it trade again some steps later. */
async function halt(world: World): Promise<string> {
  const halted = [...world.market.halted]
  const [over] = halted
  const symbol = over ?? pick(world.rng, symbols)
  world.halt(symbol, over === undefined)
  if (over === undefined) world.count('halts')
  await world.tick(1_000)
  return over === undefined ? `${symbol} is halted` : `${symbol} trades again`
}

/** A statement or a commit fails once during the next acts. */
async function fail(world: World): Promise<string> {
  const what = pick(world.rng, ['batch', 'batch', 'read'] as const)
  world.line.arm(what, integerBetween(world.rng, 1, 4))
  world.isFailing = true
  const words: string[] = []
  for (let times = 0; times < 3 && world.line.isArmed(); times += 1) {
    words.push(await pick(world.rng, [open, close, drift, drift, (of: World) => setExit(of), moveMargin])(world))
    world.lines.push(`  ${words.at(-1)}`)
  }
  world.line.disarm()
  await world.tick(1_000)
  world.isFailing = false
  world.count('failures')
  return `${what} fails: ${words.join('; ')}`
}

async function wait(world: World): Promise<string> {
  const ms = integerBetween(world.rng, 900, 6_000)
  await world.tick(ms)
  return `${ms} ms pass`
}

async function look(world: World): Promise<string> {
  await checkShown(world)
  return 'everybody looks at their positions'
}

/** The instant of funding comes, and the job late. */
async function pay(world: World): Promise<string> {
  return await funding(world, async (of) => await pick(of.rng, [open, close, closeWhole, drift, restart, wait])(of))
}

/** Prices stop for a while. */
async function rest(world: World): Promise<string> {
  await finishAll(world)
  return 'prices stop, and everything settles'
}

const table: readonly (readonly [weight: number, step: (world: World) => Promise<string>])[] = [
  [24, open],
  [7, close],
  [2, closeWhole],
  [3, cancel],
  [2, replace],
  [7, (world) => setExit(world)],
  [5, moveMargin],
  [2, deposit],
  [3, transfer],
  [12, drift],
  [4, gap],
  [9, quotes],
  [4, print],
  [2, outage],
  [2, halt],
  [2, restart],
  [2, fail],
  [5, wait],
  [3, look],
  [2, pay],
  [1.5, spread],
  [1.5, parts],
  [2, touch],
  [1, hedge],
  [1, beside],
  [1, blind],
  [1, dust],
  [1, rest],
]

/** What a crowd is there for comes once, early: it pays and is paid, then it is asked in a handing over. */
const crowdPaysAt = 20
const crowdAskedAt = 40

/** One step. @returns it in words. */
export async function takeStep(world: World): Promise<string> {
  if (world.crowd.length > 0 && world.counts.steps === crowdPaysAt) return await pay(world)
  if (world.crowd.length > 0 && world.counts.steps === crowdAskedAt) return await crush(world)
  world.stand.app.services.clock.advanceMs(integerBetween(world.rng, 700, 2_500))
  let left = uniform(world.rng) * table.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, step] of table) {
    left -= weight
    if (left < 0) return await step(world)
  }
  return await wait(world)
}
