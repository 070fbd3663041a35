import { divide } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removableMargin } from '../admission.ts'
import { fineToMinor } from '../position.ts'
import { firstLiquidatedPrice, type MarginAccount, type MarginPosition, marginReport, priceAt } from './margin.ts'
import { assertTiers, type ContractTerms, leverageMax, million, requirement, worthOf } from './margin-tiers.ts'

const fine = (units: bigint): bigint => units * 10n ** 12n

/** One step: the published vectors have one rate. */
const flat: ContractTerms = {
  symbol: 'ETH-PERP',
  priceScale: 2,
  quantityScale: 3,
  tiers: [{ upTo: undefined, initialPpm: 100_000n, maintenancePpm: 50_000n }],
}

const stepped: ContractTerms = {
  symbol: 'BTC-PERP',
  priceScale: 1,
  quantityScale: 4,
  tiers: [
    { upTo: fine(50_000n), initialPpm: 50_000n, maintenancePpm: 25_000n },
    { upTo: fine(250_000n), initialPpm: 100_000n, maintenancePpm: 50_000n },
    { upTo: undefined, initialPpm: 200_000n, maintenancePpm: 100_000n },
  ],
}

/** A position entered at its mark, so that equity is the cash. */
function entered(terms: ContractTerms, size: bigint, mark: bigint): MarginPosition {
  return { terms, size, mark, entry: worthOf(terms, mark, size) }
}

const cents = (price: { readonly dividend: bigint; readonly divisor: bigint } | undefined): bigint | undefined =>
  price === undefined ? undefined : priceAt(price, 'half-even')

describe('the published vectors', () => {
  const report = (size: bigint, others: bigint) => {
    // Another position whose maintenance is `others` and whose price does not move is used for the rest of the account.
    const rest: ContractTerms = { ...flat, symbol: 'REST' }
    const positions = [
      entered(flat, size, 300_000n),
      ...(others === 0n ? [] : [entered(rest, others * 20n * 10n, 10_000n)]),
    ]
    return marginReport({ cash: fine(1000n), positions })
  }
  it.each([
    ['a short of 3 at 3,000 with 1,000', -3000n, 0n, 317_460n],
    ['a short of 1.5 whose account must keep 175 for others', -1500n, 175n, 338_095n],
    ['a long of 1 at 3,000 with 1,000', 1000n, 0n, 210_526n],
  ])('%s', (_, size, others, expected) => {
    const { positions, maintenance } = report(size, others / 1n)
    if (others > 0n) expect(maintenance - (positions[0]?.maintenance ?? 0n)).toBe(fine(others) * million)
    expect(cents(positions[0]?.liquidation)).toBe(expected)
  })

  it('answers none instead of zero when no price reaches it', () => {
    const { positions } = marginReport({ cash: fine(4000n), positions: [entered(flat, 1000n, 300_000n)] })
    expect(positions[0]).toMatchObject({ liquidation: undefined, bankruptcy: undefined })
  })

  it('keeps bankruptcy apart from liquidation', () => {
    const { positions } = marginReport({ cash: fine(1000n), positions: [entered(flat, 1000n, 300_000n)] })
    expect(cents(positions[0]?.bankruptcy)).toBe(200_000n)
  })
})

describe('the margin table', () => {
  it('asks within each step what the step says, without a jump', () => {
    const at = (units: bigint) =>
      divide(requirement(stepped.tiers, fine(units), 'maintenancePpm'), fine(million), 'ceiling')
    expect([at(50_000n), at(50_001n), at(250_000n), at(450_000n)]).toEqual([1250n, 1251n, 11_250n, 31_250n])
  })

  it('allows less leverage the larger a position is', () => {
    expect([
      leverageMax(stepped.tiers, 0n),
      leverageMax(stepped.tiers, fine(50_000n)),
      leverageMax(stepped.tiers, fine(250_000n)),
    ]).toEqual([2000n, 2000n, 1111n])
  })

  it.each([
    ['a table without an open end', [{ upTo: 1n, initialPpm: 2n, maintenancePpm: 1n }]],
    [
      'a step that asks less than the one below',
      [
        { upTo: 1n, initialPpm: 20n, maintenancePpm: 10n },
        { upTo: undefined, initialPpm: 20n, maintenancePpm: 11n },
      ],
    ],
    ['more to keep than to open', [{ upTo: undefined, initialPpm: 10n, maintenancePpm: 10n }]],
    ['no step', []],
  ])('refuses %s', (_, tiers) => {
    expect(() => assertTiers({ ...stepped, tiers })).toThrow()
  })
})

// Accounts of one to four positions, long and short, with several marks and every step of the table.
const position = fc
  .record({
    terms: fc.constantFrom(flat, stepped),
    size: fc.bigInt({ min: -200_000n, max: 200_000n }).filter((size) => size !== 0n),
    mark: fc.bigInt({ min: 1n, max: 1_000_000n }),
    entryPrice: fc.bigInt({ min: 1n, max: 1_000_000n }),
  })
  .map(
    ({ terms, size, mark, entryPrice }): MarginPosition => ({
      terms,
      size,
      mark,
      entry: worthOf(terms, entryPrice, size),
    }),
  )
const account = fc.record({
  cash: fc.bigInt({ min: 0n, max: fine(1_000_000n) }),
  positions: fc.array(position, { minLength: 1, maxLength: 4 }),
})

const movedTo = (whole: MarginAccount, at: number, mark: bigint): MarginAccount => ({
  ...whole,
  positions: whole.positions.map((one, index) => (index === at ? { ...one, mark } : one)),
})

describe('the liquidation price', () => {
  it('is the border: on one side of it the account keeps enough, on the other it does not', () => {
    let seen = 0
    fc.assert(
      fc.property(account, fc.nat(3), (whole, choice) => {
        const at = choice % whole.positions.length
        const { size } = whole.positions[at] ?? { size: 1n }
        const border = marginReport(whole).positions[at]?.liquidation
        if (border === undefined) return
        seen += 1
        const liquidated = firstLiquidatedPrice(size, border)
        if (liquidated !== undefined) expect(marginReport(movedTo(whole, at, liquidated)).isUnderMaintenance).toBe(true)
        const safe = size > 0n ? priceAt(border, 'ceiling') : priceAt(border, 'floor')
        if (safe > 0n) expect(marginReport(movedTo(whole, at, safe)).isUnderMaintenance).toBe(false)
      }),
      { numRuns: 2000 },
    )
    expect(seen).toBeGreaterThan(500)
  })

  it('is there exactly when some price makes the account keep too little', () => {
    fc.assert(
      fc.property(account, (whole) => {
        const first = whole.positions[0]
        if (first === undefined || first.size < 0n) return
        // A long loses most at a price of one unit.
        const worst = marginReport(movedTo(whole, 0, 1n)).isUnderMaintenance
        const border = marginReport(whole).positions[0]?.liquidation
        expect(border !== undefined && (firstLiquidatedPrice(first.size, border) ?? 0n) >= 1n).toBe(worst)
      }),
      { numRuns: 1000 },
    )
  })

  it('lies before bankruptcy on the way down and on the way up', () => {
    fc.assert(
      fc.property(account, (whole) => {
        const report = marginReport(whole)
        if (report.isUnderMaintenance) return
        const [one, sums] = [whole.positions[0], report.positions[0]]
        if (one === undefined || sums?.liquidation === undefined || sums.bankruptcy === undefined) return
        const [near, far] = [sums.liquidation, sums.bankruptcy]
        const difference = near.dividend * far.divisor - far.dividend * near.divisor
        expect(one.size > 0n ? difference >= 0n : difference <= 0n).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('does not move when an account is described with its marks elsewhere', () => {
    fc.assert(
      fc.property(account, fc.bigInt({ min: 1n, max: 1_000_000n }), (whole, mark) => {
        const before = marginReport(whole).positions[0]?.liquidation
        const after = marginReport(movedTo(whole, 0, mark)).positions[0]?.liquidation
        expect(after === undefined).toBe(before === undefined)
        if (before !== undefined && after !== undefined)
          expect(after.dividend * before.divisor).toBe(before.dividend * after.divisor)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('what is free', () => {
  it('is what may be taken out with the account still able to open what it has', () => {
    fc.assert(
      fc.property(account, (whole) => {
        const { free } = marginReport(whole)
        const after = marginReport({ ...whole, cash: whole.cash - free })
        if (free > 0n) expect(after.equity * million >= after.initial).toBe(true)
        expect(marginReport({ ...whole, cash: whole.cash - free - 1n }).free).toBe(0n)
      }),
      { numRuns: 500 },
    )
  })
})

describe('what may be taken out of a position’s margin', () => {
  const terms: ContractTerms = {
    ...{ symbol: 'BTC-USDT-PERP', priceScale: 2, quantityScale: 4 },
    tiers: [{ upTo: undefined, initialPpm: 50_000n, maintenancePpm: 25_000n }],
  }
  /** 1 BTC entered at 100,000 with 10,000 of margin, at a mark; minor units. */
  const removableAt = (mark: bigint): bigint => {
    const [size, margin] = [10_000n, 10_000_000_000n]
    const position = { terms, size, entry: worthOf(terms, 10_000_000n, size), mark: mark * 100n }
    return removableMargin({ cash: margin * fineToMinor, positions: [position] }, margin)
  }
  it.each([
    ['at its entry, down to what opening takes', 100_000n, 5_000_000_000n],
    ['after a gain, no more than that: a gain is no margin', 120_000n, 4_000_000_000n],
    ['after a gain that is more than the margin', 190_000n, 500_000_000n],
    ['after a loss, less by it', 97_000n, 2_150_000_000n],
    ['after a loss that leaves less than opening takes, nothing', 94_000n, 0n],
    ['where opening takes more than the margin, nothing, whatever is gained', 210_000n, 0n],
  ])('%s', (_, mark, removable) => {
    expect(removableAt(mark)).toBe(removable)
  })
})
