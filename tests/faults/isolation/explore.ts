import type { Lane } from './lane.ts'

/** Two operations ready to run, one in each lane, and how to read what they left. */
export interface Ready {
  readonly operations: readonly [() => Promise<string>, () => Promise<string>]
  /** The state the operations left, as one text that is equal for equal states. */
  readonly state: () => Promise<string>
  /** Takes away what later runs must not meet. */
  readonly tidy: () => Promise<void>
}

export interface Pair {
  readonly name: string
  /** Everything fresh: a run never meets another's traces. */
  readonly prepare: () => Promise<Ready>
}

/** In which order statements go out: so many of the first lane's, then so many of the second's, then each to its end. */
export interface Order {
  readonly first: 0 | 1
  readonly before: number
  readonly between: number
}

export interface Explored {
  readonly name: string
  readonly orders: number
  readonly statements: number
  /** Orders in which one lane had to wait for the other. */
  readonly waited: number
  /** Outcomes that no run of one after the other has. */
  readonly anomalies: readonly string[]
}

// An operation longer than this is none of ours.
const stepsMax = 200
// The database ends a wait in a circle after a second.
const endsWithinMs = 5000

interface Run {
  readonly result: string
  readonly steps: readonly [number, number]
  readonly waited: boolean
}

/** Lets the operations of a pair run in one order of their statements. */
async function run(pair: Pair, lanes: readonly [Lane, Lane], order: Order): Promise<Run> {
  const ready = await pair.prepare()
  const [one, two] = order.first === 0 ? lanes : ([lanes[1], lanes[0]] as const)
  lanes[0].begin(ready.operations[0])
  lanes[1].begin(ready.operations[1])
  let waited = false
  /** Takes up to `count` steps. Stops early when the lane waits for the other, or has ended. */
  const take = async (lane: Lane, count: number): Promise<'ended' | 'blocked' | 'stepped'> => {
    for (let taken = 0; taken < count; taken += 1) {
      const outcome = await lane.step()
      if (outcome === 'blocked') waited = true
      if (outcome !== 'stepped') return outcome
    }
    return 'stepped'
  }
  await take(one, order.before)
  await take(two, order.between)
  // Whoever waits goes on when the other has ended, or when the database has ended a wait in a circle.
  let [oneEnded, twoEnded] = [false, false]
  const giveUpAt = performance.now() + endsWithinMs
  while (!(oneEnded && twoEnded)) {
    if (performance.now() > giveUpAt)
      throw new Error(`${pair.name} does not end in the order ${JSON.stringify(order)}: ${one.what()}, ${two.what()}`)
    oneEnded ||= (await take(one, stepsMax)) === 'ended'
    twoEnded ||= (await take(two, oneEnded ? stepsMax : 1)) === 'ended'
  }
  const outcomes = [await lanes[0].end(), await lanes[1].end()]
  const result = `${outcomes.join(' + ')}: ${await ready.state()}`
  const steps = [lanes[0].steps(), lanes[1].steps()] as const
  await ready.tidy()
  return { result, steps, waited }
}

/**
 * Runs a pair one after the other, both ways, then in up to `ordersMax` other orders of their statements, spread evenly over
 * all that let each be interrupted once. What they leave must be what one after the other leaves.
 */
export async function explore(pair: Pair, lanes: readonly [Lane, Lane], ordersMax: number): Promise<Explored> {
  const serial: Run[] = []
  for (const first of [0, 1] as const)
    serial.push(await run(pair, lanes, { first, before: stepsMax, between: stepsMax }))
  const allowed = new Set(serial.map(({ result }) => result))
  const [lengthA, lengthB] = [
    Math.max(...serial.map(({ steps }) => steps[0])),
    Math.max(...serial.map(({ steps }) => steps[1])),
  ]
  const all: Order[] = []
  for (const [first, own, other] of [[0, lengthA, lengthB] as const, [1, lengthB, lengthA] as const])
    for (let before = 1; before < own; before += 1)
      for (let between = 1; between <= other; between += 1) all.push({ first, before, between })
  const chosen = all.filter(
    (_, at) => Math.floor((at * ordersMax) / all.length) !== Math.floor(((at - 1) * ordersMax) / all.length),
  )
  const anomalies: string[] = []
  let [statements, waited] = [0, 0]
  for (const order of all.length <= ordersMax ? all : chosen) {
    const done = await run(pair, lanes, order)
    statements += done.steps[0] + done.steps[1]
    waited += done.waited ? 1 : 0
    if (!allowed.has(done.result))
      anomalies.push(
        `${pair.name}, ${JSON.stringify(order)}: ${done.result}; one after the other: ${[...allowed].join(' or ')}`,
      )
  }
  return { name: pair.name, orders: Math.min(all.length, ordersMax), statements, waited, anomalies }
}
