import { present } from '@bolsillo/kernel'
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
const subject = {
  positionId: 'pos_1',
  symbol: 'BTC-USDT-PERP',
  side: 'long',
  sizeBefore: '0.100',
  sizeAfter: '0.040',
} as const
const receipt: CheckedReceipt = {
  liquidation: { positions: [subject] },
  steps: [
    {
      ...subject,
      kind: 'partial',
      quantity: '0.060',
      positionAt: 0,
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
    { ...receipt, liquidation: { positions: [{ ...subject, sizeAfter: '0.030' }] } },
    'left',
  ],
  ['a step that left less than it closed', changed({ sizeAfter: '0.030' }), 'left'],
  ['a step of a position the liquidation does not name', changed({ positionId: 'pos_2' }), 'left'],
  ['a step of another side than was open', changed({ side: 'short' }), 'left'],
  ['a step of a position it was not decided on', changed({ positionAt: 1 }), 'left'],
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

// A cross account: 0.1 BTC long and 1 ETH short, 500 USDT behind both; BTC is closed in two steps, ETH in one of the same
// millisecond.
const eth = {
  symbol: 'ETH-USDT-PERP',
  size: '-1000',
  entryFine: '-4000000000000000',
  mark: '404000',
  priceScale: 2,
  quantityScale: 3,
  tiers: [{ initialPpm: '50000', maintenancePpm: '25000' }],
}
const ethMark = {
  ...mark,
  ...{
    symbol: 'ETH-USDT-PERP',
    mark: '4040.00',
    index: '4040.00',
    funded: '4041.00',
    basis: '4040.00',
    last: '4039.00',
  },
  components: [{ price: '4040.00', used: true }],
}
const step = present(receipt.steps[0], 'a step')
const cross = {
  ...step,
  positions: [...step.positions, eth],
  marks: [mark, ethMark],
  cashFine: '430000000000000',
  equity: '180.000000',
  maintenance: '245.750000',
}
const short = {
  positionId: 'pos_2',
  symbol: 'ETH-USDT-PERP',
  side: 'short',
  sizeBefore: '1.000',
  sizeAfter: '0.000',
} as const
const nothing = { fills: [], fee: '0', vat: '0' }
const several: CheckedReceipt = {
  liquidation: { positions: [{ ...subject, sizeAfter: '0.000' }, short] },
  steps: [
    cross,
    {
      ...cross,
      ...nothing,
      ...short,
      kind: 'deleveraging',
      positionAt: 1,
      quantity: '1',
      filled: '1',
      worstPrice: '4220',
    },
    {
      ...cross,
      ...nothing,
      ...{ kind: 'deleveraging', sizeBefore: '0.040', sizeAfter: '0', quantity: '0.04', filled: '0.04' },
      positions: [{ ...present(step.positions[0], 'a position'), size: '40', entryFine: '2400000000000000' }, eth],
      ...{ cashFine: '280000000000000', equity: '156.000000', maintenance: '158.900000' },
    },
  ],
}

it('adds up a cross account position by position, each step of its own side', () => {
  expect(failedLiquidationChecks(several)).toEqual([])
  expect(failedLiquidationChecks({ ...several, steps: several.steps.slice(0, 2) })).toEqual(['left'])
  expect(failedLiquidationChecks({ ...several, steps: several.steps.toReversed() })).toContain('left')
})
