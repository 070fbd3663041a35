import { type Instant, instant, writeMoney } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { type DollarRate, totalOf } from './valuation.ts'

const at: Instant = instant(0)
const rate: DollarRate = { units: 182_025n, scale: 4, source: 'simulated', sequence: 7, at, stale: false }

describe('a total', () => {
  it('adds cash and shares of both currencies up in pesos, and says the same in dollars', () => {
    const total = totalOf({ cash: { MXN: 4_500_000n, USD: 51_218n }, shares: { MXN: 1_000_000n } }, rate)
    expect(total && [total.cash, total.shares, total.all, total.inDollars].map(writeMoney)).toEqual([
      '54322.96',
      '10000.00',
      '64322.96',
      '3533.74',
    ])
  })

  it('needs no rate when there are no dollars', () => {
    expect(totalOf({ cash: { MXN: 100n, USD: 0n }, shares: {} }, undefined)?.all.minor).toBe(100n)
  })

  it('is not given when something in it has no price', () => {
    expect(totalOf({ cash: { MXN: 100n, USD: 1n }, shares: {} }, undefined)).toBeUndefined()
    expect(totalOf({ cash: {}, shares: { USD: 1n } }, undefined)).toBeUndefined()
    expect(totalOf({ cash: { BRL: 1n }, shares: {} }, rate)).toBeUndefined()
  })

  it('adds reals up at their own rate', () => {
    const reals: DollarRate = { ...rate, units: 34_207n }
    expect(totalOf({ cash: { MXN: 100_00n, BRL: 10_00n }, shares: {} }, rate, reals)?.all.minor).toBe(134_21n)
  })
})
