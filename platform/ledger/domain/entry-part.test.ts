import { describe, expect, it } from 'vitest'
import { fixtureEntry, fixtureId, fundingEntry, mariaPesos, moves, walmexBuyEntry } from '../fixtures.ts'
import { partOfLine } from './entry-part.ts'

describe('a line of an entry', () => {
  const buy = walmexBuyEntry(1, fixtureId('hld', 1)).postings

  it.each([
    [0, 'whole'],
    [1, 'fees'],
    [2, 'vat'],
  ])('%s of a buy is the %s', (line, part) => {
    expect(partOfLine(buy, mariaPesos, line)).toBe(part)
  })

  it('is the whole where nothing was taken', () => {
    expect(partOfLine(fundingEntry(1, mariaPesos, 5n).postings, mariaPesos, 0)).toBe('whole')
  })

  it('of a price that equals its fee is still the price first', () => {
    const { postings } = fixtureEntry(1, [
      moves(mariaPesos, -5n),
      moves(mariaPesos, -5n),
      moves('house:fees:MXN', 5n),
      moves('venue-simulated:custody:MXN', 5n),
    ])
    expect([0, 1].map((line) => partOfLine(postings, mariaPesos, line))).toEqual(['whole', 'fees'])
  })

  // Opening a contract moves nothing but what it costs.
  it('that has nothing before it is the fee all the same', () => {
    const { postings } = fixtureEntry(1, [
      moves(mariaPesos, -78n),
      moves(mariaPesos, -13n),
      moves('house:fees:MXN', 78n),
      moves('house:vat:MXN', 13n),
    ])
    expect([0, 1].map((line) => partOfLine(postings, mariaPesos, line))).toEqual(['fees', 'vat'])
  })
})
