import { describe, expect, it } from 'vitest'
import { type ApplyBounds, figuresOf, steppedLots } from './apply-figures.ts'

const bounds: ApplyBounds = { price: '25.50', lot: '100', minimum: '200', cap: '1000', available: '6000.00' }

describe('the figures of an application', () => {
  it.each([
    { name: 'the least', lots: '2', shares: 200n, amount: 510_000n, left: 90_000n, short: undefined, isWithin: true },
    {
      name: 'more than there is money',
      lots: '3',
      shares: 300n,
      amount: 765_000n,
      left: -165_000n,
      short: 165_000n,
      isWithin: true,
    },
    {
      name: 'below the minimum',
      lots: '1',
      shares: 100n,
      amount: 255_000n,
      left: 345_000n,
      short: undefined,
      isWithin: false,
    },
    {
      name: 'above the cap',
      lots: '11',
      shares: 1100n,
      amount: 2_805_000n,
      left: -2_205_000n,
      short: 2_205_000n,
      isWithin: false,
    },
    { name: 'nothing typed', lots: '', shares: 0n, amount: 0n, left: 600_000n, short: undefined, isWithin: false },
  ])('counts lots, what is held and what is missing: $name', ({ name: _, lots, ...expected }) => {
    expect(figuresOf(lots, bounds)).toMatchObject({ ...expected, lotsMin: 2n, lotsMax: 10n, scale: 2 })
  })

  it('says neither that there is enough nor that there is not while the balance is unknown', () => {
    expect(figuresOf('2', { ...bounds, available: undefined })).toMatchObject({ left: undefined, short: undefined })
  })

  it('counts exactly the money there is as enough, to the last unit', () => {
    expect(figuresOf('2', { ...bounds, available: '5100.00' })).toMatchObject({ left: 0n, short: undefined })
    expect(figuresOf('2', { ...bounds, available: '5099.99' })).toMatchObject({ left: -1n, short: 1n })
  })

  it('never takes fewer decimals than the price has', () => {
    expect(figuresOf('2', { ...bounds, price: '25.505', available: '6000' })).toMatchObject({
      scale: 3,
      amount: 5_101_000n,
    })
  })

  it('steps within what may be asked for', () => {
    expect(steppedLots('', bounds, 1n)).toBe('2')
    expect(steppedLots('2', bounds, -1n)).toBe('2')
    expect(steppedLots('2', bounds, 1n)).toBe('3')
    expect(steppedLots('10', bounds, 1n)).toBe('10')
    expect(steppedLots('99', bounds, -1n)).toBe('10')
  })
})
