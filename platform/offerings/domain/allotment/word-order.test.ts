import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsText } from './sha256.ts'
import { finish } from './steps.ts'
import { orderOf } from './word-order.ts'

describe('the order of hashes', () => {
  // Few values a word: most share their first 32 bits, and many all 256.
  const word = fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1)
  const hashes = fc.array(fc.oneof(fc.array(word, { minLength: 8, maxLength: 8 })), { maxLength: 60 })

  it('is that of their hex, all 256 bits of it, equal ones by place', () => {
    fc.assert(
      fc.property(hashes, (given) => {
        const words = Uint32Array.from(given.flat())
        const texts = given.map((_, at) => wordsText(words, 8 * at))
        const expected = texts
          .map((text, at) => ({ text, at }))
          .toSorted((a, b) => (a.text === b.text ? a.at - b.at : a.text < b.text ? -1 : 1))
          .map(({ at }) => at)
        expect([...finish(orderOf(words))]).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})
