import type { World } from './state.ts'

// What a customer's own trading of coins makes of the commission, as it is published.

/** From which volume on, in whole USDT, and what it costs in basis points. */
export interface Tier {
  readonly from: bigint
  readonly makerBps: bigint
  readonly takerBps: bigint
}

const dayMs = 86_400_000
const windowDays = 30
const wholeUsdt = 1_000_000n

/** What a customer traded in the thirty days that ended at the last midnight UTC. */
function volumeOf({ volumes, now }: World, customer: string): bigint {
  const until = now - (now % dayMs)
  const counted = volumes.filter((one) => one.customer === customer && one.at < until)
  return counted.reduce((sum, { at, amount }) => (at >= until - windowDays * dayMs ? sum + amount : sum), 0n)
}

/** The tier of a customer now: the highest whose volume is reached. */
export function tierOf(world: World, customer: string, tiers: readonly Tier[]): Tier {
  const volume = volumeOf(world, customer)
  const own = tiers.findLast(({ from }) => from * wholeUsdt <= volume)
  if (own === undefined) throw new Error('the first tier begins at 0')
  return own
}
