import { expect, it } from 'vitest'
import { type Holding, sortHoldings } from './sort-holdings.ts'

const row = (name: string, figures: Pick<Partial<Holding>, 'value' | 'result'>): Holding => ({
  kind: 'share',
  asset: name,
  name,
  quantity: '1',
  ...figures,
})
const rows = [
  row('Walmart', { value: '900.00', result: '-12.50' }),
  row('América Móvil', { value: '1000.00' }),
  row('Bimbo', { result: '3.00' }),
  row('Cemex', { value: '99.99', result: '10.00' }),
]
const names = (by: 'value' | 'result' | 'name'): readonly string[] => sortHoldings(rows, by).map(({ name }) => name)

it('sorts by the number, not by its text, and puts what has none last', () => {
  expect(names('value')).toEqual(['América Móvil', 'Walmart', 'Cemex', 'Bimbo'])
  expect(names('result')).toEqual(['Cemex', 'Bimbo', 'Walmart', 'América Móvil'])
})

it('sorts by name as Spanish does', () => {
  expect(names('name')).toEqual(['América Móvil', 'Bimbo', 'Cemex', 'Walmart'])
})
