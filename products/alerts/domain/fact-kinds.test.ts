import { describe, expect, it } from 'vitest'
import { alertKinds } from './alert-kinds.ts'
import { factKinds, factRuleOf, isFactKind, usualVolume } from './fact-kinds.ts'

describe('kinds of alerts on recorded facts', () => {
  it.each([
    ['volume', 7n, 100n, 7n],
    // Rounded up: never for less than was asked.
    ['surge', 150n, 3n, 5n],
    ['surge', 200n, 3n, 6n],
    ['funding-above', 500n, 0n, 500_000n],
    ['funding-below', -7500n, 0n, -7_500_000n],
  ] as const)('%s of %d, usual %d, fires at %d', (kind, wanted, usual, level) => {
    expect(factRuleOf(kind).levelOf(wanted, usual)).toBe(level)
  })

  it('are told from those on prices', () => {
    expect(alertKinds.filter(isFactKind)).toEqual(factKinds)
  })
})

describe('the usual volume', () => {
  it.each([
    [600n, 5, undefined],
    [600n, 6, 100n],
    [601n, 6, 101n],
  ])('of %d in %d windows is %s', (volume, windows, usual) => {
    expect(usualVolume({ volume, windows })).toBe(usual)
  })
})
