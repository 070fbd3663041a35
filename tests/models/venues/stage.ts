import { type Id, instant, present } from '@bolsillo/kernel'
import { choicesOf } from '../choices.ts'
import { differences, keysOf, pictureOf, seen } from '../orders/compare.ts'
import { look } from '../orders/model.ts'
import { findLocksSeen, findOrdersSeen } from '../orders/orders-store.ts'
import type { Spec } from '../orders/rules.ts'
import { adopted } from '../orders/stage.ts'
import type { Outside, World } from '../orders/state.ts'
import type { ModelFinding } from '../second-model.ts'
import { createFollower } from './follow.ts'
import { type Exchange, isInSession, openingAt, unlocksAt } from './hours.ts'
import { giveShares, openVenueStand } from './venue-stand.ts'

const customersCount = 5
/** Milliseconds between the looks of a venue at the clock. */
export const lookMs = 50

/** Opens the product at a market, with some customers, and a model of the same. */
export async function openStage(seed: number) {
  const choices = choicesOf(seed)
  const stand = await openVenueStand(seed, choices)
  const { clock, ids, database } = stand
  let running = await stand.start()
  const customers = Array.from({ length: customersCount }, () => ids.next('cus'))
  const from = clock.now()
  const placed = new Set<string>()
  const record = createRecord()
  let keys: ReadonlyMap<string, string> = new Map()
  const exchanges = new Map(stand.known.map(({ spec, exchange }) => [spec.id, exchange]))
  const exchangeOf = ({ id }: Pick<Spec, 'id'>): Exchange => present(exchanges.get(id), `the exchange of ${id}`)
  const follower = createFollower(stand.log, {
    keyOf: (id) => keys.get(id) ?? id,
    exchangeOf: (id) => (stand.isReplay ? undefined : exchangeOf({ id })),
    find: record.find,
  })
  const isTrading = (spec: Spec): boolean =>
    stand.isReplay
      ? running.facts.stateAt(spec.id, clock.now()) === 'continuous'
      : isInSession(exchangeOf(spec), clock.now())
  const world = emptyWorld(from, {
    ...follower.outside,
    isTrading,
    // A recording has no time before its opening.
    opensAt: (spec) => (stand.isReplay ? undefined : openingAt(exchangeOf(spec), clock.now())),
    isStale: ({ id }) => running.facts.isStale(id, clock.now()),
    unlocksAt: (spec, at) => unlocksAt(exchangeOf(spec), at),
  })
  const pass = async (ms: number): Promise<void> => {
    for (let done = 0; done < ms; done += lookMs) {
      clock.moveTo(instant(clock.now() + lookMs))
      running.look()
      await running.settle()
    }
  }
  await pass(1_000)
  for (const customerId of customers) await endow(stand, running, customerId)
  const compared = { from, placed, customers: new Set<string>(customers) }
  adopted(world, await seen(stand, compared))
  adoptLocks(world, await findLocksSeen(database.owner))
  const refreshKeys = async (): Promise<void> => {
    keys = keysOf(await findOrdersSeen(database.owner, from), placed)
  }
  return {
    ...{ exchangeOf, isTrading, from },
    ...{ choices, stand, customers, placed, follower, world, compared, pass },
    ...record,
    refreshKeys,
    /** The product's number of an order of the model. */
    orderIdOf: (key: string): string => [...keys].find(([, own]) => own === key)?.[0] ?? key,
    running: () => running,
    restart: async () => {
      await running.desk.stop()
      running = await stand.start()
    },
  }
}

/** What was counted and found, by step. */
function createRecord() {
  const figures: Record<string, number> = {}
  const findings: ModelFinding[] = []
  const lines: string[] = []
  let step = 0
  return {
    ...{ figures, findings, lines },
    find: (rule: string, what: string): void => {
      findings.push({ step, rule, what })
    },
    count: (what: string, times = 1): void => {
      figures[what] = (figures[what] ?? 0) + times
    },
    nextStep: () => {
      step += 1
      return step
    },
    note: (line: string) => lines.push(`${step}: ${line}`),
  }
}

const emptyWorld = (now: number, outside: Outside): World => ({
  ...{ outside, now, shut: new Set(), early: new Map(), priority: 0, anonymous: 0 },
  ...{ last: new Map(), books: new Map(), orders: new Map(), purses: new Map(), positions: new Map() },
  ...{ locks: new Map(), prints: [], volumes: [], happened: new Map() },
})

function adoptLocks(world: World, rows: Awaited<ReturnType<typeof findLocksSeen>>): void {
  for (const { customer_id: customer, instrument_id: id, sellable_at: at, quantity } of rows) {
    const key = `${customer} ${id}`
    world.locks.set(key, [...(world.locks.get(key) ?? []), { at: Number(at), quantity }])
  }
}

/** A world on its way. */
export type Stage = Awaited<ReturnType<typeof openStage>>

async function endow(
  stand: Awaited<ReturnType<typeof openVenueStand>>,
  { trading, facts }: Awaited<ReturnType<typeof stand.start>>,
  customerId: Id<'cus'>,
): Promise<void> {
  await stand.grant(customerId, 'stock', 'MXN', 5_000_000n)
  await stand.grant(customerId, 'stock', 'USD', 2_000_000n)
  await stand.grant(customerId, 'coin', 'USDT', 20_000_000_000n)
  await stand.grant(customerId, 'coin', 'BTC', 20_000_000n)
  for (const { spec } of stand.known.filter((one) => one.spec.purse === 'stock')) {
    const price = present(facts.reference(spec.id), `a price of ${spec.id}`)
    const quantity = (spec.amountMin * spec.factor * 1_500n) / price
    await giveShares(stand, trading, { customerId, spec, price, quantity })
  }
}

/** After whatever was asked for: the desk's work, its look at the clock, and the model behind it. */
export async function follow(stage: Stage, act: (world: World) => void): Promise<void> {
  const { world, follower, stand } = stage
  const { desk, settle } = stage.running()
  await settle()
  await stage.refreshKeys()
  world.now = stand.clock.now()
  follower.started(world)
  act(world)
  follower.goOn(world)
  // What an ended day order bought goes to market at the second look at the clock.
  for (let looks = 0; looks < 2; looks += 1) {
    await desk.tick()
    await settle()
    await stage.refreshKeys()
    readLast(stage)
    look(world)
    follower.goOn(world)
  }
  for (const key of follower.undone(world)) stage.find('what was reached is done', `${key} still waits`)
  const product = await seen(stand, stage.compared)
  stage.count('comparisons', product.size)
  const found = differences(pictureOf(world), product)
  if (found.length > 0) stage.find('the same as the model', found.slice(0, 3).join('; '))
}

/** The last prices are the market's facts: a market that starts over may know none. */
export function readLast({ world, stand, running }: Stage): void {
  for (const { spec } of stand.known) {
    const last = running().facts.quote(spec.id)?.last
    if (last === undefined) world.last.delete(spec.id)
    else world.last.set(spec.id, last)
  }
}
