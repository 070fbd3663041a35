import { describe, expect, it } from 'vitest'
import { canonicalTrackingKey, isTrackingKey } from './tracking-key.ts'

describe('the one spelling of a tracking number', () => {
  it.each([
    ['ABC-7', 'ABC-7'],
    ['abc-7', 'ABC-7'],
    ['  ABC 7 ', 'ABC7'],
    ['ÁBC-7', 'ABC-7'],
    ['ＡＢＣ－７', 'ABC-7'],
    ['AB\u00a0C\u200b7', 'ABC7'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalTrackingKey(text)).toBe(canonical)
    expect(canonicalTrackingKey(canonical)).toBe(canonical)
  })

  it.each([
    ['ABC7', true],
    ['ABC', false],
    ['汉字汉字', false],
    ['A'.repeat(61), false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isTrackingKey(canonicalTrackingKey(text))).toBe(expected)
  })
})
