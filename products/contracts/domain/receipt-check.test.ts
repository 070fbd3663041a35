import { expect, it } from 'vitest'
import { type CheckedReceipt, failedLiquidationChecks } from './receipt-check.ts'

// A long of 0.1 BTC entered at 60,000 with 300 USDT behind it; the mark is at 57,900, so 90 USDT are left of the 144.75
// it had to keep.
const mark = {
  symbol: 'BTC-USDT-PERP',
  mark: '57900.00',
  index: '57910.00',
  components: [
    { price: '57900.00', used: true },
    { price: '57910.00', used: true },
    { price: '57920.00', used: true },
    { price: '61000.00', used: false },
  ],
  funded: '57911.00',
  basis: '57900.00',
  last: '57890.00',
}
const receipt: CheckedReceipt = {
  liquidation: {
    positionId: 'pos_1',
    symbol: 'BTC-USDT-PERP',
    side: 'long',
    sizeBefore: '0.100',
    sizeAfter: '0.040',
  },
  steps: [
    {
      kind: 'partial',
      cashFine: '300000000000000',
      positions: [
        {
          symbol: 'BTC-USDT-PERP',
          size: '100',
          entryFine: '6000000000000000',
          mark: '5790000',
          priceScale: 2,
          quantityScale: 3,
          tiers: [{ initialPpm: '50000', maintenancePpm: '25000' }],
        },
      ],
      marks: [mark],
      equity: '90.000000',
      maintenance: '144.750000',
      worstPrice: '57000.00',
      filled: '0.060',
      fills: [
        { price: '57880.00', quantity: '0.050', fee: '1.447000', vat: '0.231520' },
        { price: '57000.00', quantity: '0.010', fee: '0.285000', vat: '0.045600' },
      ],
      fee: '1.732000',
      vat: '0.277120',
    },
  ],
}

const changed = (changes: Partial<CheckedReceipt['steps'][number]>): CheckedReceipt => ({
  ...receipt,
  steps: receipt.steps.map((step) => ({ ...step, ...changes })),
})

it('finds nothing wrong with a receipt that adds up', () => {
  expect(failedLiquidationChecks(receipt)).toEqual([])
})

it.each([
  ['an index that is not the median of what counts', changed({ marks: [{ ...mark, index: '57911.00' }] }), 'index'],
  ['a venue left out of the median', changed({ marks: [{ ...mark, components: [] }] }), 'index'],
  ['a mark that is not the middle one', changed({ marks: [{ ...mark, mark: '57890.00' }] }), 'mark'],
  ['an equity that is too low', changed({ equity: '89.999999' }), 'equity'],
  ['a requirement that is too high', changed({ maintenance: '144.750001' }), 'maintenance'],
  ['a position that had enough', changed({ cashFine: '400000000000000' }), 'under'],
  ['a fill beyond the worst price', changed({ worstPrice: '57000.01' }), 'fills'],
  ['fills that do not add up', changed({ fills: receipt.steps[0]?.fills.slice(1) ?? [] }), 'fills'],
  ['a commission that is not that of its fills', changed({ fee: '1.732001' }), 'fees'],
  ['a VAT that cannot be read', changed({ vat: '' }), 'fees'],
  [
    'a position that lost more than was closed',
    { ...receipt, liquidation: { ...receipt.liquidation, sizeAfter: '0.030' } },
    'left',
  ],
  ['no step at all', { ...receipt, steps: [] }, 'under'],
] as const)('finds %s', (_what, wrong, check) => {
  expect(failedLiquidationChecks(wrong)).toContain(check)
})

it('reads a text that is no number as wrong instead of stopping', () => {
  expect(failedLiquidationChecks(changed({ equity: 'much', marks: [{ ...mark, last: '' }] }))).toEqual([
    'mark',
    'equity',
  ])
})
