import type { Id } from '@bolsillo/kernel'
import { type Choices, choicesOf } from '../choices.ts'
import type { ModelFinding } from '../second-model.ts'
import { type Picture, seen } from './compare.ts'
import { giveShares, openStand, type Stand, specs } from './stand.ts'
import type { World } from './state.ts'

type Running = Awaited<ReturnType<Stand['start']>>

/** A world on its way: the product, the model beside it, and what was found. */
export interface Stage {
  readonly stand: Stand
  readonly choices: Choices
  readonly customers: readonly Id<'cus'>[]
  readonly placed: Set<string>
  /** The schedule each customer's last order of coins followed. */
  readonly tierNames: Map<string, string>
  readonly from: number
  readonly figures: Record<string, number>
  readonly findings: ModelFinding[]
  readonly lines: string[]
  running: Running
  world: World
  step: number
}

const customersCount = 7
/** Opens the product with some customers who have a little, and a model of the same. */
export async function openStage(seed: number): Promise<Stage> {
  const stand = await openStand(seed)
  const running = await stand.start()
  const customers = Array.from({ length: customersCount }, () => stand.ids.next('cus'))
  for (const [at, customerId] of customers.entries()) {
    // Some have little: they are short, and their fees are cents.
    const much = at % 3 === 0 ? 400n : 20n
    await stand.grant(customerId, 'stock', 'MXN', much * 10_000n)
    await stand.grant(customerId, 'stock', 'USD', much * 5_000n)
    await stand.grant(customerId, 'coin', 'USDT', much * 50_000_000n)
    await stand.grant(customerId, 'coin', 'BTC', much * 1_000n)
    for (const spec of specs.filter(({ purse }) => purse === 'stock'))
      await giveShares(stand, running.trading, {
        customerId,
        spec,
        quantity: spec.factor === 1n ? much + 3n : much * 100n,
      })
  }
  const stage: Stage = {
    ...{ stand, customers, running, from: stand.clock.now(), placed: new Set<string>(), step: 0 },
    tierNames: new Map(),
    choices: choicesOf(seed),
    figures: {},
    findings: [],
    lines: [],
    world: emptyWorld(stand),
  }
  adopted(stage.world, await seen(stand, { from: stage.from, placed: stage.placed, customers: new Set(customers) }))
  return stage
}

const emptyWorld = ({ clock, market }: Stand): World => ({
  now: clock.now(),
  shut: new Set(),
  early: new Map(),
  priority: 0,
  anonymous: 0,
  last: new Map(market.last),
  books: new Map(),
  orders: new Map(),
  purses: new Map(),
  positions: new Map(),
  locks: new Map(),
  prints: [],
  volumes: [],
  happened: new Map(),
})

/** What was given before the first step is taken as it is. */
export function adopted(world: World, picture: Picture): void {
  for (const [key, text] of picture) {
    const [what, ...name] = key.split(' ')
    const words = text.split(' ')
    const number = (at: number): bigint => BigInt(words[at] ?? '0')
    if (what === 'balance') world.purses.set(name.join(' '), { posted: number(0), held: number(2) })
    if (what === 'position')
      world.positions.set(name.join(' '), {
        quantity: number(0),
        cost: number(2),
        realised: number(4),
        fees: number(6),
        vat: number(8),
      })
  }
}

/** Counts something that was reached. */
export const count = (stage: Stage, what: string, times = 1): void => {
  stage.figures[what] = (stage.figures[what] ?? 0) + times
}
export const find = (stage: Stage, rule: string, what: string): void => {
  stage.findings.push({ step: stage.step, rule, what })
}

/** Writes a step down. */
export function note({ lines, step }: Stage, line: () => string): void {
  lines.push(`${step}: ${line()}`)
}
