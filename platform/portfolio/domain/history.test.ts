import { describe, expect, it } from 'vitest'
import { externalFlow, rangeTimes, resultsOver, valuesOver, type WorthAt } from './history.ts'

describe('value over time', () => {
  const worthAt: WorthAt = (held, at) =>
    held.reduce((sum, { asset, units }) => sum + (asset === 'MXN' ? units : units * BigInt(at)), 0n)
  const changes = [
    { at: 5, asset: 'MXN', posted: 1_000n, external: true },
    { at: 10, asset: 'MXN', posted: -100n, external: false },
    { at: 10, asset: 'STK:A', posted: 10n, external: false },
  ]
  const balances = new Map([
    ['MXN', 900n],
    ['STK:A', 10n],
  ])

  it('walks today’s balances back through the changes', () => {
    expect(valuesOver([1, 5, 10, 20], balances, changes, worthAt)).toEqual([
      { at: 1, value: 0n },
      { at: 5, value: 1_000n },
      { at: 10, value: 1_000n },
      { at: 20, value: 1_100n },
    ])
  })

  it('tells what came from outside apart', () => {
    expect(externalFlow(changes, 0, 20, worthAt)).toBe(1_000n)
    expect(externalFlow(changes, 5, 20, worthAt)).toBe(0n)
  })

  it('a deposit and a withdrawal move the value and not the result; a price moves both', () => {
    const moved = [...changes, { at: 15, asset: 'MXN', posted: -300n, external: true }]
    const left = new Map([...balances, ['MXN', 600n]] as const)
    const points = valuesOver([1, 5, 10, 15, 20], left, moved, worthAt)
    expect(points.map(({ value }) => value)).toEqual([0n, 1_000n, 1_000n, 750n, 800n])
    expect(resultsOver(points, moved, worthAt)).toEqual([0n, 0n, 0n, 50n, 100n])
    expect(resultsOver([], moved, worthAt)).toEqual([])
  })

  it('spreads its times evenly up to now', () => {
    expect(rangeTimes(100, 0, 5)).toEqual([0, 25, 50, 75, 100])
  })
})
