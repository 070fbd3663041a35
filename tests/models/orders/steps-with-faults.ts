import { differences, levelsSeen, type Picture, pictureOf, seen } from './compare.ts'
import { catchUp, look, round, startOver } from './model.ts'
import { count, find, note, type Stage } from './stage.ts'
import { specs } from './stand.ts'
import type { World } from './state.ts'

/** Looks of the desk at the clock after each step: what an ended day order bought goes to market at the second. */
const looksAStep = 2
/** Differences a finding names. */
const shownMax = 3

/** What a step changes in the model; what follows from it is done by `settleModel`. */
export type Act = (world: World) => void

/** All that follows from what happened, up to the desk's next look at the clock and beyond. */
function settleModel(world: World): void {
  while (round(world));
  for (let looks = 0; looks < looksAStep; looks += 1) {
    look(world)
    while (round(world));
  }
  while (catchUp(world, specs)) while (round(world));
}

async function settleProduct({ running }: Stage): Promise<void> {
  await running.settle()
  for (let looks = 0; looks < looksAStep; looks += 1) {
    await running.desk.tick()
    await running.settle()
  }
}

/** What the tables and the market's books say is there. */
async function pictureSeen(stage: Stage): Promise<Picture> {
  const { stand, customers, placed, from, running } = stage
  const tables = await seen(stand, { from, placed, customers: new Set(customers) })
  const levels = levelsSeen(
    running,
    specs.map(({ id }) => id),
  )
  const last = [...stand.market.last].map(([id, price]): [string, string] => [`last ${id}`, `${price}`])
  count(stage, 'comparisons', tables.size + levels.size + last.length)
  return new Map([...tables, ...levels, ...last])
}

async function compare(stage: Stage): Promise<void> {
  const { world } = stage
  const product = await pictureSeen(stage)
  const found = differences(pictureOf(world), product)
  if (found.length > 0) find(stage, 'the same as the model', found.slice(0, shownMax).join('; '))
}

/** What the product itself called an error. */
const errorsOf = ({ running }: Stage): readonly string[] =>
  running.services.log.lines
    .filter(({ level }) => level === 'error')
    .map(({ fields, message }) => `${message}: ${'error' in fields ? String(fields.error) : ''}`)

/** A step without a fault: product and model do it, and must agree. */
export async function plainly(stage: Stage, act: Act, real: () => Promise<unknown>): Promise<void> {
  const errorsBefore = errorsOf(stage).length
  const failure = await real().then(
    () => undefined,
    (error: unknown) => String(error),
  )
  await settleProduct(stage)
  const [error] = errorsOf(stage).slice(errorsBefore)
  if (failure !== undefined || error !== undefined)
    find(stage, 'a desk without faults', `${failure ?? ''} ${error ?? ''}`)
  act(stage.world)
  settleModel(stage.world)
  await compare(stage)
}

/** The fate of the prints of a batch that committed: a process that dies right after its commit publishes none of them. */
const printsSeen = ['known', 'remembered', 'lost'] as const
type Prints = (typeof printsSeen)[number]

/** How far it may have come before a fault, and what follows from there. */
function endings(before: World, act: Act, keepsAnonymous: boolean): World[] {
  const found: World[] = []
  const add = (world: World, prints: Prints): void => {
    const ending = structuredClone(world)
    const printed = ending.prints.splice(0)
    startOver(ending, { keepsAnonymous })
    // What a print reached is done whether the desk remembers the print or asks for the price again.
    if (prints === 'remembered') ending.prints.push(...printed)
    if (prints !== 'lost') for (const { spec, price } of printed) ending.last.set(spec.id, price)
    while (catchUp(ending, specs)) while (round(ending));
    settleModel(ending)
    found.push(ending)
  }
  add(before, 'known')
  const after = structuredClone(before)
  act(after)
  add(consumed(before, after), 'known')
  for (let rounds = 0; rounds < 20; rounds += 1) {
    for (const prints of printsSeen) add(after, prints)
    const tried = structuredClone(after)
    if (!round(tried)) break
    for (const prints of printsSeen) add(consumed(after, tried), prints)
    round(after)
  }
  const whole = structuredClone(after)
  look(whole)
  settleModel(whole)
  found.push(whole)
  return found
}

/**
 * Two things at once, of which either may be first. The first may be refused, because the second took what it needs:
 * `real` says whether it happened.
 */
export async function beside(
  stage: Stage,
  [one, other]: readonly [Act, Act],
  real: () => Promise<boolean>,
): Promise<void> {
  const isOneDone = await real()
  await settleProduct(stage)
  const orders = isOneDone
    ? [
        [one, other],
        [other, one],
      ]
    : [[other]]
  const candidates = orders.map((acts) => {
    const ending = structuredClone(stage.world)
    for (const act of acts) act(ending)
    settleModel(ending)
    return ending
  })
  await adopt(stage, candidates, 'two things at once')
}

/**
 * A world as it was, but for what a failed batch took from orders of nobody we know: this venue gives customers their orders
 * back, and what strangers had offered is gone.
 */
function consumed(before: World, tried: World): World {
  const world = structuredClone(before)
  for (const [id, book] of world.books)
    for (const side of ['buy', 'sell'] as const) {
      const left = new Map(tried.books.get(id)?.[side].map((one) => [one.key, one.remaining]))
      const kept = book[side].flatMap((one) => {
        const remaining = one.owner === undefined ? left.get(one.key) : one.remaining
        return remaining === undefined ? [] : [{ ...one, remaining }]
      })
      book[side].splice(0, book[side].length, ...kept)
    }
  return world
}

/** Takes over the ending that happened; none of them is a finding. */
async function adopt(stage: Stage, candidates: readonly World[], fault: string): Promise<void> {
  const product = await pictureSeen(stage)
  const found = candidates.find((world) => differences(pictureOf(world), product).length === 0)
  if (found !== undefined) {
    stage.world = found
    return
  }
  const closest = candidates
    .map((world) => differences(pictureOf(world), product))
    .sort((a, b) => a.length - b.length)[0]
  find(stage, `the same as the model after ${fault}`, closest?.slice(0, shownMax).join('; ') ?? 'no ending fits')
}

/** A step that goes well, or at a fault now and then. */
export async function withFault(stage: Stage, act: Act, real: () => Promise<unknown>): Promise<void> {
  const fate = stage.choices.between(1, 100)
  if (fate <= 4) {
    note(stage, () => '  … a statement fails')
    await failing(stage, act, real)
  } else if (fate <= 8) {
    note(stage, () => '  … the process is killed')
    await killed(stage, act, real)
  } else await plainly(stage, act, real)
}

/** A step in which one statement fails; whoever asked may not know the outcome. */
export async function failing(stage: Stage, act: Act, real: () => Promise<unknown>): Promise<void> {
  const { running, choices } = stage
  running.faults.failAt = choices.between(1, 12)
  const failedBefore = running.faults.failed
  await real().catch(() => undefined)
  await settleProduct(stage)
  running.faults.failAt = 0
  // A desk that is down mends itself at its next look at the clock.
  await settleProduct(stage)
  if (running.faults.failed === failedBefore) {
    // Fewer statements than that: nothing failed, and who waits ahead of whom is as it was.
    act(stage.world)
    settleModel(stage.world)
    await compare(stage)
    return
  }
  count(stage, 'failed statements')
  await adopt(stage, endings(stage.world, act, true), 'a failed statement')
}

/** A step in which the process dies: before, within or right behind a transaction; then another one starts. */
export async function killed(stage: Stage, act: Act, real: () => Promise<unknown>): Promise<void> {
  const { running, choices, stand } = stage
  const { faults } = running
  faults.isLast = true
  if (choices.chance(30)) faults.losesAnswer = true
  else faults.failAt = choices.between(1, 30)
  await real().catch(() => undefined)
  await settleProduct(stage)
  faults.isDead = true
  await running.settle()
  count(stage, 'kills')
  stage.running = await stand.start()
  await settleProduct(stage)
  await settleProduct(stage)
  await adopt(stage, endings(stage.world, act, false), 'a kill')
}

/** The process ends in order, and another one starts. */
export async function restarted(stage: Stage): Promise<void> {
  await stage.running.desk.stop()
  stage.running = await stage.stand.start()
  await settleProduct(stage)
  startOver(stage.world, { keepsAnonymous: false })
  settleModel(stage.world)
  count(stage, 'restarts')
  await compare(stage)
}
