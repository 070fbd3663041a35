import { expect, it } from 'vitest'
import { closedFigures } from './closed-figures.ts'

const order = { orderId: 'ord_1', filledQuantity: '0.300' }
const fill = { orderId: 'ord_1', fee: '0.010000', vat: '0.001600' }
const other = { orderId: 'ord_2', size: '0.300', realised: '50.000000', fee: '1.000000', vat: '0.160000' }

it.each([
  [
    'all fills of a long',
    [
      { ...fill, size: '-0.100', realised: '2.5' },
      { ...fill, size: '-0.200', realised: '-1.25' },
    ],
    '1.250000',
    '1.226800',
  ],
  ['a short that is bought back', [{ ...fill, size: '0.300', realised: '-4.000000' }], '-4.000000', '-4.011600'],
])('%s come to their result, and to it less their fees', (_, rows, result, net) => {
  expect(closedFigures(order, [other, ...rows])).toEqual({ result, net })
})

it('says nothing while a fill is not booked, or of an order nobody filled', () => {
  expect(closedFigures(order, [{ ...fill, size: '-0.100', realised: '2.5' }])).toBeUndefined()
  expect(closedFigures({ ...order, filledQuantity: '0.000' }, [])).toBeUndefined()
})
