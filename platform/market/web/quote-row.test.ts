import { expect, it } from 'vitest'
import type { Quote } from '../contract/index.ts'
import { lineOf } from './quote-row.tsx'

const quote: Quote = {
  ...{ symbol: 'BTC-USDT', last: '101.00', previousClose: '104.00', change: '1.00', changePercent: '1.00' },
  ...{
    changeFrom: '100.00',
    span: 'day24',
    open: '104.00',
    high: '105.00',
    low: '95.00',
    volume: '1',
    turnover: '100',
  },
  ...{ session: 'continuous', source: 'simulated', sequence: 1, at: 1, stale: false },
}

it('runs a line from what the live change counts from to the live price, so that both have one sign', () => {
  const line = lineOf(['103.00', '95.00', '97.00', '98.00'], quote)
  expect(line).toEqual(['100.00', '95.00', '97.00', '101.00'])
  expect(Math.sign(Number(line.at(-1)) - Number(line[0]))).toBe(Math.sign(Number(quote.change)))
})

it('leaves a line alone while there is no live price', () => {
  expect(lineOf(['1', '2'], undefined)).toEqual(['1', '2'])
})
