import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billion, fundingParts, fundingPayments, fundingRate, nextFundingAt, premiumOf } from './funding.ts'

describe('the premium', () => {
  it.each([
    ['a contract dearer than its index', { impactBid: 10_010n, impactAsk: 10_020n, index: 10_000n }, 1_000_000n],
    ['a contract cheaper than its index', { impactBid: 9_970n, impactAsk: 9_980n, index: 10_000n }, -2_000_000n],
    ['an index between bid and ask', { impactBid: 9_990n, impactAsk: 10_010n, index: 10_000n }, 0n],
    ['a book with no asks to look at', { impactBid: 9_990n, impactAsk: undefined, index: 10_000n }, 0n],
  ])('of %s', (_, look, expected) => {
    expect(premiumOf(look)).toBe(expected)
  })
})

describe('the rate of an interval', () => {
  const terms = { interest: 100_000n, clamp: 500_000n, cap: 20_000_000n, hours: 8 }
  it.each([
    ['no premium: interest alone', [0n], terms, 100_000n],
    ['a small premium, which interest outweighs', [-200_000n, 200_000n], terms, 100_000n],
    ['a large premium, less what interest may pull', [2_000_000n], terms, 1_500_000n],
    ['four hours: half of eight', [2_000_000n], { ...terms, hours: 4 }, 750_000n],
    ['never beyond the cap', [90_000_000n], terms, 20_000_000n],
    ['nor below it', [-90_000_000n], terms, -20_000_000n],
    ['no look at all', [], terms, 0n],
  ])('%s', (_, premiums, given, expected) => {
    expect(fundingRate(premiums, given)).toBe(expected)
  })
})

describe('payments', () => {
  const funding = { worthOfOne: 3000n * 10n ** 9n, rate: 100_000n, fineToMinor: 10n ** 6n }
  const holders = [
    { id: 'a', size: 1000n },
    { id: 'b', size: -400n },
    { id: 'c', size: -600n },
  ]

  it('longs pay shorts when the rate is above zero', () => {
    expect(fundingPayments(holders, funding).map(({ minor }) => minor)).toEqual([-300_000n, 120_000n, 180_000n])
  })

  it('come to zero and stay within a unit of what is exact, whatever the rate', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -10_000n, max: 10_000n }), { minLength: 1, maxLength: 20 }),
        fc.bigInt({ min: -30_000_000n, max: 30_000_000n }),
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        (sizes, rate, worthOfOne) => {
          const others = sizes.map((size, at) => ({ id: String(at).padStart(3, '0'), size }))
          const rest = { id: 'house', size: -sizes.reduce((sum, size) => sum + size, 0n) }
          const all = [...others, rest]
          const payments = fundingPayments(all, { worthOfOne, rate, fineToMinor: 10n ** 6n })
          expect(payments.reduce((sum, { minor }) => sum + minor, 0n)).toBe(0n)
          const unit = billion * 10n ** 6n
          payments.forEach(({ minor }, at) => {
            const distance = minor * unit + (all[at]?.size ?? 0n) * worthOfOne * rate
            expect(distance > -unit && distance < unit).toBe(true)
          })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('refuses when somebody is missing', () => {
    expect(() => fundingPayments(holders.slice(1), funding)).toThrow(/held short/)
  })
})

it('comes at whole intervals of the UTC day', () => {
  const at = (hour: number, minute = 0): number => Date.UTC(2026, 10, 21, hour, minute)
  expect([
    nextFundingAt(at(0), 8),
    nextFundingAt(at(7, 59), 8),
    nextFundingAt(at(8), 8),
    nextFundingAt(at(23), 4),
  ]).toEqual([at(8), at(8), at(16), at(24)])
})

describe('what a position owes', () => {
  const others = [
    { positionId: 'pos_1', margin: 10n },
    { positionId: 'pos_2', margin: 0n },
    { positionId: 'pos_3', margin: 20n },
  ]
  const nothing = { free: 100n, margin: 60n, others: 0n, taken: [], fund: 0n, market: 0n }
  const all = [
    { positionId: 'pos_1', margin: 10n },
    { positionId: 'pos_3', margin: 20n },
  ]
  it.each([
    [100n, { ...nothing, margin: 0n }],
    [150n, { ...nothing, margin: 50n }],
    [160n, nothing],
    [165n, { ...nothing, others: 5n, taken: [{ positionId: 'pos_1', margin: 5n }] }],
    [190n, { ...nothing, others: 30n, taken: all }],
    [220n, { ...nothing, others: 30n, taken: all, fund: 30n }],
    [280n, { ...nothing, others: 30n, taken: all, fund: 40n, market: 50n }],
  ])(
    'of %d is paid by free money, its margin, that of others, the fund and the market, in this order',
    (owed, parts) => {
      expect(fundingParts(owed, { free: 100n, margin: 60n, others, fund: 40n })).toEqual(parts)
    },
  )
})
