import { describe, expect, it } from 'vitest'
import { netOf, type SoldText, saleFigures, saleOf } from './sale-figures.ts'

const fill = (fillId: string, quantity: string, amount: string, fee: string, vat: string) => ({
  ...{ fillId, quantity, amount },
  ...{ fee, vat },
})
const cost = (fillId: string, known: string, ...paid: readonly (readonly [string, string])[]): SoldText => ({
  fillId,
  known,
  cost: paid.map(([amount, currency]) => ({ amount, currency })),
})

describe('what a sale gained', () => {
  it('is what came in net less what the sold part had cost, over all its fills', () => {
    const fills = [fill('a', '10', '620.00', '1.55', '0.25'), fill('b', '5', '311.00', '0.78', '0.12')]
    const parts = [cost('a', '10', ['600.00', 'MXN']), cost('b', '5', ['300.00', 'MXN'])]
    expect(saleOf('MXN', fills, parts)).toEqual({
      unknown: undefined,
      cost: [{ currency: 'MXN', amount: '900.00' }],
      result: '28.30',
      resultPercent: '3.14',
    })
    expect(netOf({ currency: 'MXN', filledAmount: '931.00', fee: '2.33', vat: '0.37' })).toBe('928.30')
  })

  it('counts only the part that was bought here, with its part of what came in', () => {
    const [sale, parts] = [[fill('a', '0.4', '40.00', '0.00', '0.00')], [cost('a', '0.1', ['7.00', 'MXN'])]]
    expect(saleOf('MXN', sale, parts)).toMatchObject({ unknown: '0.300000000000', result: '3.00' })
  })

  it('is not known of what was never bought here, nor of what was paid in another money', () => {
    const sale = [fill('a', '1', '40.00', '0.00', '0.00')]
    expect(saleOf('MXN', sale, [cost('a', '0')])).toMatchObject({ cost: [], result: undefined })
    const paidInTether = saleOf('MXN', sale, [cost('a', '1', ['2.000000', 'USDT'])])
    expect(paidInTether).toMatchObject({ cost: [{ currency: 'USDT', amount: '2.000000' }], result: undefined })
  })

  it('is not known while the cost of a fill is missing: a part of a result is a wrong one', () => {
    const fills = [fill('a', '1', '40.00', '0.00', '0.00'), fill('b', '1', '40.00', '0.00', '0.00')]
    expect(saleOf('MXN', fills, [cost('a', '1', ['30.00', 'MXN'])])).toBeUndefined()
    expect(saleOf('MXN', [], [])).toBeUndefined()
  })

  it('is in minor units the same', () => {
    const part = { quantity: 4n, known: 1n, cost: new Map([['MXN', 700n]]) }
    const figures = saleFigures('MXN', [{ amount: 4_002n, fee: 1n, vat: 0n, part }])
    // 4,001 / 4 = 1,000.25, half to even.
    expect(figures).toMatchObject({ net: 4_001n, known: 1n, unknown: 3n, result: 300n })
  })
})
