import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ask,
  chargedNow,
  clockSends,
  copyOf,
  dayMs,
  freshWorld,
  type Guard,
  type Guards,
  guardNames,
  honestPay,
  hourMs,
  legalLeft,
  longestClosed,
  type Move,
  moveNames,
  moves,
  rogueMoves,
  type World,
} from './testing/hostage-model.ts'

// The staff, all roles together, against one customer with money. Every state that up to four of their moves and leaps of time
// reach is a beginning; from each the promises of decision 79 must hold. Each is then broken by taking its guard away.

const all: Guards = new Set(guardNames)
const without = (guard: Guard): Guards => new Set(guardNames.filter((name) => name !== guard))

const leaps = [dayMs, 3 * dayMs, 30 * dayMs]
const depth = 4

/** Every state so many moves and leaps reach, the customer having asked for an ordinary withdrawal or not. */
function reachable(guards: Guards): readonly World[] {
  const seen = new Map<string, World>()
  let front: World[] = [freshWorld()]
  const asking = freshWorld()
  ask(asking, guards, false)
  front.push(asking)
  const keyOf = (world: World): string =>
    JSON.stringify({ ...world, changes: [...world.changes], heldHours: [...world.heldHours] })
  for (const world of front) seen.set(keyOf(world), world)
  for (let step = 0; step < depth; step += 1) {
    const next: World[] = []
    for (const world of front) {
      const reached = [
        ...moveNames.flatMap((name) => {
          const after = copyOf(world)
          return moves[name](after, guards) ? [after] : []
        }),
        ...leaps.map((ms) => ({ ...copyOf(world), now: world.now + ms })),
      ]
      for (const after of reached) {
        const key = keyOf(after)
        if (seen.has(key)) continue
        seen.set(key, after)
        next.push(after)
      }
    }
    front = next
  }
  return [...seen.values()]
}

type Strategy = (day: number) => readonly Move[]
/** Whatever of these can be done is done, every day; from the first day on, or once the customer has asked. */
const played = moveNames.filter((name) => name !== 'dearer, announced')
const strategies: readonly Strategy[] = Array.from({ length: 2 ** played.length }, (_, bits) => {
  const chosen = played.filter((_, place) => (bits & (1 << place)) !== 0)
  return [() => chosen, (day: number) => (day === 0 ? [] : chosen)]
}).flat()

/**
 * What came in goes back: the customer asks and waits, the staff do what they can each half a day, and none of them helps.
 * @returns the longest it took, or infinity when a hundred days were not enough.
 */
function worstReturn(from: World, guards: Guards, strategy: Strategy): number {
  const world = { ...copyOf(from), asked: undefined }
  for (let half = 0; half < 200; half += 1) {
    for (const name of strategy(half)) moves[name](world, guards)
    if (world.asked === undefined) ask(world, guards, true)
    clockSends(world, guards)
    if (world.left) return world.now - from.now
    world.now += 12 * hourMs
  }
  return Number.POSITIVE_INFINITY
}

/** From here on two honest people are there: how long an ordinary withdrawal takes to be on its way at its rail. */
function honestTime(from: World, guards: Guards): number {
  const world = { ...copyOf(from), asked: undefined }
  for (let half = 0; half < 200; half += 1) {
    if (world.asked === undefined) ask(world, guards, false)
    honestPay(world)
    if (world.left) return world.now - from.now + longestClosed(world, guards)
    world.now += 12 * hourMs
  }
  return Number.POSITIVE_INFINITY
}

/** One of the staff against two honest ones, who come half a day later each time. */
function rogueTime(guards: Guards): number {
  const world = freshWorld()
  world.now += 3 * dayMs
  for (let half = 0; half < 200; half += 1) {
    if (world.asked === undefined) ask(world, guards, false)
    else honestPay(world)
    if (world.left) return world.now - freshWorld().now - 3 * dayMs
    if (!rogueMoves.refuse(world, guards)) rogueMoves['hold a review'](world, guards)
    world.now += 12 * hourMs
  }
  return Number.POSITIVE_INFINITY
}

/** Terms get worse as fast as they can while everything that can be paused is. Whether somebody got away on the old terms. */
function escapes(guards: Guards, pausesFrom: number): boolean {
  const world = freshWorld()
  world.now += 3 * dayMs
  const before = chargedNow(world, guards)
  if (before === undefined) return false
  moves['worse at once'](world, guards)
  moves['worse, announced'](world, guards)
  for (let half = 0; half < 16; half += 1) {
    // The first look is after what was decided may be in force; where one pause ends, the next begins before anybody asks.
    world.now += 12 * hourMs
    if (half >= pausesFrom) moves.pause(world, guards)
    const now = chargedNow(world, guards)
    if (now !== undefined && now <= before) return true
    if (now !== undefined) return false
  }
  return false
}

/** How long one person held this customer's reviews up for one reason, in days; the customer asks anew each time. */
function heldDays(guards: Guards): number {
  const world = freshWorld()
  world.now += 3 * dayMs
  for (let round = 0; round < 120; round += 1) {
    world.asked = undefined
    ask(world, guards, false)
    for (let hold = 0; hold < 4; hold += 1) {
      rogueMoves['hold a review'](world, guards)
      world.now += 2 * dayMs
    }
  }
  return Math.max(...world.heldHours.values()) / 24
}

const stated = {
  /** What the law still stops, a day, and the half day of this walk. */
  back: (world: World) => 90 * dayMs + legalLeft(world) + dayMs + 12 * hourMs,
  /** The longest obstacle (law; pause; wait of a destination), closed hours, and the half day. */
  paid: (world: World) => Math.max(legalLeft(world), 3 * dayMs) + 16 * hourMs + 12 * hourMs,
  rogue: 2 * dayMs,
  /** A fee and its VAT of 5,000 pesos: a tenth at most, and of the highest fee there can be. */
  charges: 29_00n,
}

/** What is promised, and whether it is kept under these guards. */
const promises = {
  /** From any state two honest people pay within the stated time. */
  paid: (guards: Guards) => reachable(guards).every((world) => honestTime(world, guards) <= stated.paid(world)),
  charges: (guards: Guards) => reachable(guards).every((world) => (chargedNow(world, guards) ?? 0n) <= stated.charges),
  /** What was accepted waits for no channel longer than its hours may be short. */
  sent: (guards: Guards) => reachable(guards).every((world) => longestClosed(world, guards) <= 16 * hourMs),
  /** What came in goes back against everybody. */
  back: (guards: Guards) =>
    beginnings(guards).every((world) =>
      strategies.every((strategy) => worstReturn(world, guards, strategy) <= stated.back(world)),
    ),
  /** One of the staff cannot stop what two pay. */
  rogue: (guards: Guards) => rogueTime(guards) <= stated.rogue,
  /** Whoever is notified of worse terms leaves on the old ones. */
  escape: (guards: Guards) => Array.from({ length: 14 }, (_, from) => from).every((from) => escapes(guards, from)),
  holds: (guards: Guards) => heldDays(guards) <= 90,
} as const
type Promised = keyof typeof promises

/** The states from which every strategy is played: one move, or one move and a leap. */
function beginnings(guards: Guards): readonly World[] {
  const moved = moveNames.flatMap((name) => {
    const after = freshWorld()
    return moves[name](after, guards) ? [after] : []
  })
  return [freshWorld(), ...moved, ...moved.map((world) => ({ ...copyOf(world), now: world.now + 8 * dayMs }))]
}

describe('a staff with all roles and one customer with money', () => {
  it.each(Object.entries(promises))('break no promise from any state they can reach: %s', (_, isKept) => {
    expect(isKept(all)).toBe(true)
  })

  it('reach some hundred states', () => {
    expect(reachable(all).length).toBeGreaterThan(300)
  })

  it.each<[Guard, Promised]>([
    ['bounds', 'charges'],
    ['bounds', 'paid'],
    ['notice', 'escape'],
    ['last-way-open', 'paid'],
    ['hours-floor', 'sent'],
    ['pause-length', 'paid'],
    ['pause-often', 'escape'],
    ['return-asks-nothing', 'back'],
    ['return-not-refused', 'back'],
    ['return-leaves-alone', 'back'],
    ['refused-alone-once', 'rogue'],
    ['legal-document', 'back'],
    ['holds-add-up', 'holds'],
  ])('without %s break what is promised of: %s', (guard, promise) => {
    expect(promises[promise](without(guard))).toBe(false)
  })

  it('return what came in whatever they do when, within the time that is said', () => {
    const anyMoves = fc.array(fc.array(fc.constantFrom(...moveNames), { maxLength: 3 }), {
      minLength: 8,
      maxLength: 200,
    })
    fc.assert(
      fc.property(anyMoves, (days) => {
        const world = freshWorld()
        expect(worstReturn(world, all, (day) => days[day] ?? [])).toBeLessThanOrEqual(stated.back(world))
      }),
      { numRuns: 300 },
    )
  })
})
