import { followedBy, followers, type Instrument, instrumentOf, simulatedInstruments } from '@bolsillo/market/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { World } from './fair-value/world.ts'
import { createSimulatedWorld } from './simulated-world.ts'

const minuteMs = 60_000
/** Between the ways from a coin to pesos: what its peso market may lie beside the others. */
const coinSpreadBps = 20
/** A Wednesday, half an hour into the session of New York. */
const start = Date.UTC(2026, 10, 18, 15)

/** The gain of an instrument, in logarithms, from the start of a day to some minutes after it. */
const gain = (world: World, id: string, day: number, minutes: number): number =>
  world.logAt(id, day + minutes * minuteMs) - world.logAt(id, day)

const seeds = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
  weekday: fc.integer({ min: -300, max: 300 }),
})
const dayOf = (weekday: number): number => start + weekday * 24 * 60 * minuteMs
const minutesOfDay = Array.from({ length: 25 }, (_, index) => index * 15)

/** A coin's market in pesos with its market in USDT, and USDT in pesos: two ways from the coin to pesos. */
const triangles = simulatedInstruments.flatMap((one: Instrument) => {
  const inTether = instrumentOf(one.id.replace(/-MXN$/, '-USDT'))
  return one.kind === 'coin' && /-MXN$/.test(one.id) && inTether?.kind === 'coin'
    ? [[one.id, inTether.id] as const]
    : []
})

describe('what belongs together', () => {
  it('gains alike over a day, within its spread, whatever the seed: a fund and its index, two shares of one company', () => {
    fc.assert(
      fc.property(seeds, ({ seed, weekday }) => {
        const world = createSimulatedWorld(seed, simulatedInstruments)
        for (const id of followers) {
          const { id: followed, spreadBps } = followedBy(id) ?? { id: '', spreadBps: 0 }
          for (const minutes of minutesOfDay) {
            const apart = gain(world, id, dayOf(weekday), minutes) - gain(world, followed, dayOf(weekday), minutes)
            expect(Math.abs(apart) * 10_000, `${id} and ${followed}`).toBeLessThanOrEqual(spreadBps + 1e-9)
          }
        }
      }),
      { numRuns: 12 },
    )
    expect(followers.length).toBeGreaterThan(2)
  }, 60_000)

  it('has the same path by minutes and closes as at moments', () => {
    const world = createSimulatedWorld(7, simulatedInstruments)
    const segment = world.time.segmentAt(start)
    for (const id of followers) {
      const path = world.logPath(id, segment)
      for (const m of [0, 30, 200]) expect(path[m]).toBeCloseTo(world.logAt(id, segment.startMs + m * minuteMs), 9)
    }
  })

  it('gains in pesos what it gains in dollars and the dollar in pesos', () => {
    fc.assert(
      fc.property(seeds, ({ seed, weekday }) => {
        const world = createSimulatedWorld(seed, simulatedInstruments)
        const day = dayOf(weekday)
        for (const [inPesos, inTether] of triangles) {
          for (const minutes of minutesOfDay) {
            const apart =
              gain(world, inPesos, day, minutes) -
              gain(world, inTether, day, minutes) -
              gain(world, 'USDT-MXN', day, minutes)
            expect(Math.abs(apart) * 10_000, inPesos).toBeLessThanOrEqual(coinSpreadBps)
          }
        }
      }),
      { numRuns: 6 },
    )
    expect(triangles.length).toBeGreaterThan(1)
  }, 60_000)
})
