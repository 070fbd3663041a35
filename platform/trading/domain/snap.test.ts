import { priceOf } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { snapToTick } from './snap.ts'

const halves = { priceScale: 2, ticks: [{ from: priceOf(0n), tick: 50n }] }
const steps = {
  priceScale: 3,
  ticks: [
    { from: priceOf(0n), tick: 1n },
    { from: priceOf(1000n), tick: 10n },
  ],
}

describe('a price that was pointed at', () => {
  it.each([
    ['60.20', '60.00'],
    ['60.25', '60.00'],
    ['60.26', '60.50'],
    ['60.5', '60.50'],
    ['60.4999999', '60.50'],
    ['0.01', '0.50'],
    ['0', '0.50'],
  ])('%s is taken to its nearest tick, %s', (pointed, snapped) => {
    expect(snapToTick(pointed, halves)).toBe(snapped)
  })

  it('goes by the tick of its own height', () => {
    expect([snapToTick('0.9994', steps), snapToTick('1.0136', steps)]).toEqual(['0.999', '1.010'])
  })
})
