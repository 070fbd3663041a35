import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashOf, hashText, isHash, wordsOf, wordsText } from './sha256.ts'

describe('SHA-256', () => {
  it('is that of the standard', () => {
    expect(hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(hashText('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  it('is that of Node for every length over several blocks', () => {
    const bytes = Uint8Array.from({ length: 260 }, (_, at) => (at * 151) % 256)
    for (let length = 0; length <= bytes.length; length += 1) {
      const some = bytes.subarray(0, length)
      expect(wordsText(hashOf(some))).toBe(hash('sha256', some, 'hex'))
    }
  })

  it('is read and written as hex, and nothing else is taken for a hash', () => {
    const text = hashText('abc')
    expect(wordsText(wordsOf(text))).toBe(text)
    expect([text, text.toUpperCase(), text.slice(1), `${text}0`, ` ${text.slice(1)}`].map(isHash)).toEqual([
      ...[true, false, false, false, false],
    ])
  })
})
