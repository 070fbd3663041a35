import { describe, expect, it } from 'vitest'
import { canonical } from './idempotency.ts'

/** How the text was made when the first keys were recorded: a record must be found again by any later version. */
function canonicalAtFirst(request: unknown): string {
  return JSON.stringify(request, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

describe('the text a request is recognised by', () => {
  it.each([
    [{}, '{}'],
    [
      { symbol: 'WALMEX.MX', quantity: '12', limitPrice: '61.98' },
      '{"limitPrice":"61.98","quantity":"12","symbol":"WALMEX.MX"}',
    ],
    [{ b: 1, a: 'ñ "quoted" \u2028', '10': 'x', '9': 'y' }, '{"9":"y","10":"x","a":"ñ \\"quoted\\" \u2028","b":1}'],
    [{ b: 12n, a: 1 }, '{"a":1,"b":"12"}'],
    [{ b: undefined, a: true, c: null }, '{"a":true,"c":null}'],
    [{ b: { z: 1, y: [{ d: 2n, c: 1 }] }, a: 'x' }, '{"a":"x","b":{"y":[{"c":1,"d":"2"}],"z":1}}'],
    [{ at: Number.NaN }, '{"at":null}'],
  ])('is what it was at first: case %#', (request, text) => {
    expect(canonical(request)).toBe(text)
    expect(canonicalAtFirst(request)).toBe(text)
  })

  it('is the same whatever the order of the fields', () => {
    expect(canonical({ a: '1', b: '2' })).toBe(canonical({ b: '2', a: '1' }))
  })
})
