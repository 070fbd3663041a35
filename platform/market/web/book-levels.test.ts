import { expect, it } from 'vitest'
import { applyBookChanges, type Book, barWidths } from './book-levels.ts'

const book = {
  bids: [
    { price: '62.47', quantity: '820' },
    { price: '62.46', quantity: '610' },
  ],
  asks: [
    { price: '62.48', quantity: '390' },
    { price: '62.50', quantity: '520' },
  ],
}

it('sets, adds and removes levels and keeps the best first', () => {
  const next = applyBookChanges(book, {
    changes: [
      ['buy', '62.47', '0'],
      ['buy', '62.45', '970'],
      ['sell', '62.49', '740'],
      ['sell', '62.48', '100'],
    ],
  })
  expect(next.bids).toEqual([
    { price: '62.46', quantity: '610' },
    { price: '62.45', quantity: '970' },
  ])
  expect(next.asks).toEqual([
    { price: '62.48', quantity: '100' },
    { price: '62.49', quantity: '740' },
    { price: '62.50', quantity: '520' },
  ])
})

it('sorts by value, not by letters', () => {
  const next = applyBookChanges<Book>(
    { bids: [], asks: [] },
    {
      changes: [
        ['buy', '9.99', '1'],
        ['buy', '10.01', '1'],
        ['sell', '100.00', '1'],
        ['sell', '99.50', '1'],
      ],
    },
  )
  expect([next.bids[0]?.price, next.asks[0]?.price]).toEqual(['10.01', '99.50'])
})

it('starts again where the feed says so', () => {
  expect(applyBookChanges(book, { reset: true, changes: [['sell', '70.00', '5']] })).toEqual({
    bids: [],
    asks: [{ price: '70.00', quantity: '5' }],
  })
})

it('draws bars against the largest level', () => {
  expect(barWidths(book.bids, 820)).toEqual([100, 74])
  expect(barWidths(book.bids, 0)).toEqual([0, 0])
})
