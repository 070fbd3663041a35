import { priceOf } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { marginReport } from '../margin/margin.ts'
import { type ContractTerms, worthOf } from '../margin/margin-tiers.ts'
import { fineToMinor } from '../position.ts'
import {
  type ContractTicketFacts,
  type ContractTicketInput,
  contractTicketProblems,
  type KnownPosition,
  largestOpening,
  leverageWith,
  liquidationWith,
  type PreviewAsked,
  previewOf,
  resultAt,
} from './ticket-preview.ts'

// BTC: prices in cents, quantities in thousandths; 20× up to 50,000 USDT, kept with half.
const usdtFine = 10n ** 12n
const terms: ContractTerms = {
  symbol: 'BTC-USDT-PERP',
  priceScale: 2,
  quantityScale: 3,
  tiers: [
    { upTo: 50_000n * usdtFine, initialPpm: 50_000n, maintenancePpm: 25_000n },
    { upTo: undefined, initialPpm: 100_000n, maintenancePpm: 50_000n },
  ],
}
const price = 6_000_000n
const usdt = (whole: bigint): bigint => whole * 1_000_000n
const asked: PreviewAsked = {
  terms,
  mode: 'isolated',
  side: 'buy',
  quantity: 100n,
  price,
  mark: price,
  reservePrice: price,
  worstPrice: price,
  leverage: 1000n,
  available: usdt(1000n),
  position: undefined,
  cross: [],
}

describe('what a ticket shows before it is sent', () => {
  it('sets aside a tenth at 10× and charges the commission with its VAT', () => {
    const preview = previewOf(asked)
    expect(preview).toMatchObject({ notional: usdt(6000n), margin: usdt(600n), fee: usdt(3n), vat: 480_000n })
    expect(preview.left).toBe(usdt(1000n) - usdt(600n) - usdt(3n) - 480_000n)
  })

  it.each(['buy', 'sell'] as const)(
    'says the first mark, to the unit, at which a %s is below what it must keep',
    (side) => {
      const { liquidation = 0n } = previewOf({ ...asked, side })
      const size = side === 'buy' ? 100n : -100n
      const underAt = (mark: bigint): boolean =>
        marginReport({
          cash: usdt(600n) * fineToMinor,
          positions: [{ terms, size, entry: worthOf(terms, price, size), mark }],
        }).isUnderMaintenance
      expect(underAt(liquidation)).toBe(true)
      expect(underAt(side === 'buy' ? liquidation + 1n : liquidation - 1n)).toBe(false)
    },
  )

  it('has no liquidation price for a long at 1×, whose margin is all of it', () => {
    expect(previewOf({ ...asked, leverage: 100n, available: usdt(10_000n) }).liquidation).toBeUndefined()
  })

  it('adds to the position on the same side, margin and entry together', () => {
    const known: KnownPosition = {
      terms,
      size: 100n,
      entry: worthOf(terms, 5_000_000n, 100n),
      margin: usdt(500n),
      mode: 'isolated',
      mark: price,
    }
    const position = { ...known, entry: worthOf(terms, 5_000_000n, 100n) }
    const alone = previewOf(asked).liquidation ?? 0n
    const together = previewOf({ ...asked, position }).liquidation ?? 0n
    expect(together).toBeLessThan(alone)
    expect(together).toBe(
      liquidationWith({ ...known, size: 200n, entry: worthOf(terms, 5_500_000n, 200n) }, usdt(1100n)),
    )
  })

  it('says the leverage a position has with more or less margin, its result counted and rounded up', () => {
    const known: KnownPosition = {
      ...{ terms, size: 100n, entry: worthOf(terms, 5_000_000n, 100n), margin: usdt(500n) },
      ...{ mode: 'isolated', mark: 6_000_000n },
    }
    expect([500n, 1_000n, 200n, 700n].map((margin) => leverageWith(known, usdt(margin)))).toEqual([
      400n,
      300n,
      500n,
      353n,
    ])
    expect(leverageWith({ ...known, mark: 4_000_000n }, usdt(900n))).toBeUndefined()
  })

  it('says how much is missing', () => {
    const preview = previewOf({ ...asked, available: usdt(100n) })
    expect(preview.left).toBe(usdt(100n) - usdt(600n) - usdt(3n) - 480_000n)
    expect(preview).toMatchObject({ short: -preview.left, spendable: usdt(100n) })
  })

  // 1,000 USDT free, and a cross short of 3 ETH at 3,000 with 900 of margin behind it. With 0.1 BTC at 60,000 and 10×:
  // equity 1,900 − 3.48; the short keeps 5 %: 450, the long 2.5 %: 150. The long falls until 1,896.52 + 0.1 (p − 60,000) =
  // 450 + 0.0025 p, that is p = 46,702.35…; the short rises until 1,896.52 − 3 (q − 3,000) = 150 + 0.15 q: q = 3,411.59….
  it('answers in cross margin with all other cross positions, and says where those would be', () => {
    const other: ContractTerms = {
      symbol: 'ETH-USDT-PERP',
      priceScale: 2,
      quantityScale: 3,
      tiers: [{ upTo: undefined, initialPpm: 100_000n, maintenancePpm: 50_000n }],
    }
    const short = {
      terms: other,
      size: -3000n,
      entry: worthOf(other, 300_000n, -3000n),
      mark: 300_000n,
      margin: usdt(900n),
    }
    const preview = previewOf({ ...asked, mode: 'cross', cross: [short] })
    expect(preview.liquidation).toBe(4_670_235n)
    expect(preview.others).toEqual([{ symbol: 'ETH-USDT-PERP', liquidation: 341_160n }])
    expect(preview.ratioBps).toBe(3164n)
    // Alone it would be liquidated elsewhere, and money the short needs could be spent.
    expect(previewOf({ ...asked, mode: 'cross' }).liquidation).not.toBe(preview.liquidation)
    const losing = { ...short, mark: 340_000n }
    expect(previewOf({ ...asked, mode: 'cross', cross: [losing] })).toMatchObject({
      spendable: 0n,
      short: usdt(603n) + 480_000n,
    })
    expect(previewOf({ ...asked, cross: [losing] })).toMatchObject({ spendable: 0n })
  })

  it('never offers more than the money carries, nor a lot less than it could', () => {
    const largest = largestOpening(asked, 1n)
    expect(previewOf({ ...asked, quantity: largest }).short).toBe(0n)
    expect(previewOf({ ...asked, quantity: largest + 1n }).short).toBeGreaterThan(0n)
    expect(largestOpening({ ...asked, available: 0n }, 1n)).toBe(0n)
  })

  it('knows what closing would bring, for both sides', () => {
    const long: KnownPosition = {
      terms,
      size: 100n,
      entry: worthOf(terms, price, 100n),
      margin: 0n,
      mode: 'isolated',
      mark: price,
    }
    expect(resultAt(long, price + 10_000n, 100n)).toBe(usdt(10n))
    expect(resultAt({ ...long, size: -100n, entry: -long.entry }, price + 10_000n, 50n)).toBe(usdt(-5n))
  })
})

describe('what of a form the engine would refuse', () => {
  const facts: ContractTicketFacts = {
    terms,
    ticks: [{ from: priceOf(0n), tick: 10n }],
    lot: 1n,
    leverageMax: 2000n,
    mark: price,
    last: price,
  }
  const form: ContractTicketInput = {
    side: 'buy',
    type: 'limit',
    quantity: '0.100',
    limitPrice: '60000.00',
    leverage: '10',
    takeProfitPrice: '',
    takeProfitOn: 'mark',
    stopLossPrice: '',
    stopLossOn: 'mark',
  }
  const refused = (changes: Partial<ContractTicketInput>) =>
    contractTicketProblems({ ...form, ...changes }, facts).map(({ spec, field }) => `${field} ${spec.name}`)

  it('is nothing when all is in order', () => {
    expect(refused({ takeProfitPrice: '61000.00', stopLossPrice: '59000.00' })).toEqual([])
  })

  it.each([
    [{ quantity: '0' }, 'quantity contract-quantity-zero'],
    [{ limitPrice: '0' }, 'limitPrice contract-limit-price-zero'],
    [{ limitPrice: '60000.05' }, 'limitPrice trigger-off-tick'],
    [{ leverage: '0.5' }, 'leverage leverage-below-min'],
    [{ leverage: '20.01' }, 'leverage leverage-above-max'],
    [{ leverage: '20', quantity: '2.000' }, 'leverage leverage-above-tier'],
    [{ takeProfitPrice: '59000.00' }, 'takeProfitPrice contract-take-profit-on-wrong-side'],
    [{ stopLossPrice: '61000.00' }, 'stopLossPrice contract-stop-loss-on-wrong-side'],
    [{ side: 'sell' as const, stopLossPrice: '59000.00' }, 'stopLossPrice contract-stop-loss-on-wrong-side'],
  ])('names the field of %o', (changes, expected) => {
    expect(refused(changes)).toContain(expected)
  })
})
