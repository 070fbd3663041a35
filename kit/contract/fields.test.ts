import { describe, expect, it } from 'vitest'
import { text } from './fields.ts'

/** Three UTF-16 units in NFC: a letter that normalization always takes apart. */
const grows = '\uFB2C'

describe('text', () => {
  const problemOf = (value: string): string | undefined => text(1, 30).safeParse(value).error?.issues[0]?.message

  it('is measured as it is kept: what NFC makes longer than the database takes is refused', () => {
    expect(grows.normalize('NFC')).toHaveLength(3)
    expect(problemOf(grows.repeat(10))).toBeUndefined()
    expect(problemOf(grows.repeat(11))).toBe('too-long')
    expect(problemOf(grows.repeat(30))).toBe('too-long')
  })

  it('takes what fits once it is composed and its ends are cut off', () => {
    expect(text(1, 30).parse(`  ${'e\u0301'.repeat(30)} `)).toBe('\u00e9'.repeat(30))
    expect(problemOf('x'.repeat(31))).toBe('too-long')
    expect(problemOf('   ')).toBe('too-short')
  })

  it('refuses control characters and halves of characters', () => {
    expect([problemOf('a\u0000b'), problemOf('a\ud800')]).toEqual(['malformed', 'malformed'])
  })
})
