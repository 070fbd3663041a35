import { payFunding } from '@bolsillo/contracts/fixtures'
import { instant, integerBetween, pick, uniform } from '@bolsillo/kernel'
import { fundingRateOf, premiumOf, worth } from './model.ts'
import { moveBeside } from './purses.ts'
import { Found } from './tickets.ts'
import { symbols, type World } from './world.ts'

// The instants of funding: looks before, whatever happens meanwhile, and a job that comes late.

const intervalMs = 8 * 3_600_000
const minuteMs = 60_000
/** So many holders are paid at once. */
const holdersPerStep = 200

/** A minute's look at what the market shows, and at how far that is from the index. */
async function notePremium(world: World): Promise<void> {
  const { rng, stand } = world
  for (const symbol of symbols) {
    const around = world.value.get(symbol) ?? 1n
    const at = (bps: number): bigint => (around * BigInt(10_000 + bps)) / 10_000n + 1n
    const middle = pick(rng, [-60, -20, -4, 0, 4, 20, 60])
    const best = uniform(rng) < 0.15 ? undefined : { bid: at(middle - 2), ask: at(middle + 2) }
    stand.show(symbol, best)
    if (best === undefined) world.shown.delete(symbol)
    else world.shown.set(symbol, best)
  }
  await world.tick(minuteMs)
  await stand.contracts.notePremiums()
  for (const symbol of symbols) {
    const mark = stand.contracts.world.marks.of(symbol)
    if (mark === undefined) continue
    const premium = premiumOf(mark.index.price, world.shown.get(symbol))
    world.premiums.push({ symbol, at: world.now(), premium, mark: mark.mark.price })
  }
}

/** Everything as it is at an instant: whoever holds then pays and is paid, whenever the job comes. */
function remember(world: World, at: number): void {
  for (const symbol of symbols) {
    const looks = world.premiums.filter((one) => one.symbol === symbol && one.at > at - intervalMs && one.at <= at)
    const last = looks.at(-1)
    if (last === undefined) continue
    const sizes = new Map<string, bigint>()
    for (const { id, positions } of world.market.customers.values()) {
      const position = positions.get(symbol)
      if (position !== undefined) sizes.set(`${id} ${symbol}`, position.size)
    }
    world.prices.instants.set(`${symbol} ${at}`, {
      symbol,
      sizes,
      paid: new Set(),
      rate: fundingRateOf(looks.map(({ premium }) => premium)),
      worthOfOne: worth(world.market.contract(symbol), last.mark, 1n),
    })
  }
}

/** Goes on to the next instant of funding and beyond it. */
export async function funding(world: World, meanwhile: (world: World) => Promise<string>): Promise<string> {
  const { rng, stand } = world
  const { clock } = stand.app.services
  const at = (Math.floor(world.now() / intervalMs) + 1) * intervalMs
  clock.moveTo(instant(at - 10 * minuteMs))
  await world.tick(0)
  const looks = integerBetween(rng, 1, 3)
  for (let look = 0; look < looks; look += 1) await notePremium(world)
  if (uniform(rng) < 0.5) {
    // Whatever happens meanwhile takes six seconds at most: it is over at the instant.
    clock.moveTo(instant(at - integerBetween(rng, 6_001, 10_000)))
    await meanwhile(world)
  }
  remember(world, at)
  // What happens just after it has no part in it.
  clock.moveTo(instant(Math.max(world.now(), at) + integerBetween(rng, 1, 5_000)))
  const words: string[] = []
  for (let times = integerBetween(rng, 0, 3); times > 0; times -= 1) words.push(await meanwhile(world))
  clock.advanceMs(integerBetween(rng, 0, 20_000))
  const beside = uniform(rng) < 0.3 ? moveBeside(world) : undefined
  await payFunding(world.stand.contracts.world, clock.now())
  await world.follow((await beside) ?? { tickets: [] })
  await payFunding(world.stand.contracts.world, clock.now())
  await world.follow({ tickets: [] })
  checkPaid(world, at)
  world.count('fundings')
  return `funding of ${at}, after ${words.join('; ')}`
}

/** Everybody who held at the instant has paid or was paid. */
function checkPaid(world: World, at: number): void {
  for (const symbol of symbols) {
    const of = world.prices.instants.get(`${symbol} ${at}`)
    if (of === undefined) continue
    if (of.paid.size > holdersPerStep) world.count('fundings beyond a step')
    for (const [who, size] of of.sizes) {
      const exact = size * of.worthOfOne * of.rate
      const isNothing = (exact < 0n ? -exact : exact) < 1_000_000n * 1_000_000_000n
      world.count('comparisons')
      if (!isNothing && !of.paid.has(who))
        throw new Found('funding', `${who} held ${size} at the instant, and has no part in it`)
    }
  }
}
