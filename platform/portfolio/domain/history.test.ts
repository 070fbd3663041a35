import { describe, expect, it } from 'vitest'
import { flowBetween, rangeTimes, resultsOver, valuesOver, type WorthAt } from './history.ts'

describe('value over time', () => {
  const worthAt: WorthAt = (held, at) =>
    held.reduce((sum, { asset, units }) => sum + (asset === 'MXN' ? units : units * BigInt(at)), 0n)
  const changes = [
    { at: 5, asset: 'MXN', posted: 1_000n },
    { at: 10, asset: 'MXN', posted: -100n },
    { at: 10, asset: 'STK:A', posted: 10n },
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
    const flows = [
      { at: 5, minor: 1_000n },
      { at: 20, minor: -300n },
    ]
    expect(flowBetween(flows, 0, 20)).toBe(700n)
    expect(flowBetween(flows, 5, 19)).toBe(0n)
  })

  it('a deposit and a withdrawal move the value and not the result; a price moves both', () => {
    const moved = [...changes, { at: 15, asset: 'MXN', posted: -300n }]
    const left = new Map([...balances, ['MXN', 600n]] as const)
    const points = valuesOver([1, 5, 10, 15, 20], left, moved, worthAt)
    expect(points.map(({ value }) => value)).toEqual([0n, 1_000n, 1_000n, 750n, 800n])
    const flows = [
      { at: 5, minor: 1_000n },
      { at: 15, minor: -300n },
    ]
    expect(resultsOver(points, flows)).toEqual([0n, 0n, 0n, 50n, 100n])
    expect(resultsOver([], flows)).toEqual([])
  })

  it('spreads its times evenly up to now', () => {
    expect(rangeTimes(100, 0, 5)).toEqual([0, 25, 50, 75, 100])
  })
})
