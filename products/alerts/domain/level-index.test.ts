import { type Instant, instant, priceOf, seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { isReached, ruleOf } from './alert-kinds.ts'
import { type ArmedAlert, createLevelIndex, type Printed } from './level-index.ts'

const symbols = ['A', 'B', 'C']

/** The plain model: every alert looked at with every print. */
function plainTake(armed: Map<string, ArmedAlert>, print: Printed): readonly string[] {
  const hit: string[] = []
  for (const [id, alert] of armed) {
    if (alert.symbol !== print.symbol || alert.armedAt >= print.at || !isReached(alert, print.price)) continue
    hit.push(id)
    armed.delete(id)
  }
  return hit.sort()
}

/** Takes as the pass does: some at a time, until the print reaches no more. */
function takeInParts(index: ReturnType<typeof createLevelIndex>, print: Printed, most: number): ArmedAlert[] {
  const taken = index.take(print, most)
  expect(taken.length).toBeLessThanOrEqual(most)
  return taken.length < most ? [...taken] : [...taken, ...takeInParts(index, print, most)]
}

describe('the index of levels', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))('takes what a plain look at all would: world %i', (seed) => {
    const rng = seededRng(seed, 'levels')
    const below = (bound: number): number => rng.nextUint32() % bound
    const index = createLevelIndex()
    const plain = new Map<string, ArmedAlert>()
    const taken = new Set<string>()
    const make = (at: Instant, no: number): ArmedAlert => {
      const kind = (['above', 'below', 'move'] as const)[below(3)] ?? 'above'
      const reference = priceOf(BigInt(900 + below(200)))
      const wanted = kind === 'move' ? BigInt(10 + below(900)) : BigInt(800 + below(400))
      const levels = ruleOf(kind).levelsOf(wanted, reference)
      // Some are armed later than prints that come after them: those are not theirs.
      return { ...levels, id: `a${no}`, arming: 1, symbol: symbols[below(3)] ?? 'A', armedAt: instant(at + below(5)) }
    }
    const first = Array.from({ length: 40 }, (_, no) => make(instant(0), no))
    index.putAll(first)
    for (const alert of first) plain.set(alert.id, alert)
    for (let step = 1; step < 300; step += 1) {
      if (below(3) === 0) {
        const alert = make(instant(step), 100 + step)
        index.put(alert)
        plain.set(alert.id, alert)
        continue
      }
      const symbol = symbols[below(3)] ?? 'A'
      const print = { symbol, at: instant(step), price: priceOf(BigInt(850 + below(300))) }
      // Of an alert with two levels the second stays: it is of an arming that is over.
      const now = takeInParts(index, print, 1 + below(3)).flatMap(({ id }) => (taken.has(id) ? [] : [id]))
      for (const id of now) taken.add(id)
      expect(now.sort()).toEqual(plainTake(plain, print))
    }
    expect(taken.size).toBeGreaterThan(0)
  })
})

describe('the levels of a move', () => {
  it.each([
    [1000n, 1000n, 1100n, 900n],
    // Rounded away from the reference: never less than was asked.
    [333n, 10n, 334n, 332n],
    [1n, 9000n, 2n, undefined],
  ])('of a price of %d by %d hundredths of a percent', (reference, wanted, above, below) => {
    const levels = ruleOf('move').levelsOf(wanted, priceOf(reference))
    expect([levels.above, levels.below]).toEqual([above, below])
  })
})
