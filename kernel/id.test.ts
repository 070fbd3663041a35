import { describe, expect, it } from 'vitest'
import { assert, assertNever, present } from './assert.ts'
import { idBytes, idOf, idOfBytes, idsFrom, isId } from './id.ts'
import { gaussian, integerBetween, seededRng, uniform } from './rng.ts'
import { fakeClock } from './test/index.ts'

describe('ids', () => {
  it('sort in the order made, within a millisecond and across, even when the clock steps back', () => {
    const clock = fakeClock(1_800_000_000_000)
    const ids = idsFrom(clock, seededRng(1))
    const made = Array.from({ length: 2000 }, (_, i) => {
      if (i % 500 === 0) clock.advanceMs(i === 1000 ? -5000 : 1)
      return ids.next('ord')
    })
    expect([...made].sort()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
    expect(made.every((id) => isId('ord', id))).toBe(true)
  })

  it.each([
    ['ord_00000000000000000000000000', '00000000000000000000000000000000'],
    ['ord_00000000000000000000000001', '00000000000000000000000000000001'],
    ['ord_40000000000000000000000000', '80000000000000000000000000000000'],
    ['ord_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'ffffffffffffffffffffffffffffffff'],
  ] as const)('are sixteen bytes behind their prefix: %s', (id, hex) => {
    expect(Buffer.from(idBytes(id)).toString('hex')).toBe(hex)
    expect(idOfBytes('ord', new Uint8Array(Buffer.from(hex, 'hex')))).toBe(id)
  })

  it('are made again of their bytes', () => {
    const ids = idsFrom(fakeClock(1_800_000_000_000), seededRng(7))
    for (let made = 0; made < 500; made += 1) {
      const id = ids.next('hld')
      expect(idOfBytes('hld', idBytes(id))).toBe(id)
    }
    expect(() => idBytes('hld_8ZZZZZZZZZZZZZZZZZZZZZZZZZ')).toThrow()
    expect(() => idBytes('hld_IIIIIIIIIIIIIIIIIIIIIIIIII')).toThrow()
    expect(() => idOfBytes('hld', new Uint8Array(15))).toThrow()
  })

  it.each([
    '',
    'ord_',
    'ord_short',
    'cus_01JD0000000000000000000000',
    'ord_01jd0000000000000000000000',
    'ord_01JD000000000000000000000I',
    'ord_81JD0000000000000000000000',
  ])('refuses %j', (text) => {
    expect(isId('ord', text)).toBe(false)
    expect(() => idOf('ord', text)).toThrow('not a ord id')
  })
})

describe('randomness', () => {
  it('repeats from its seed and name, and differs by either', () => {
    const draw = (seed: number, name: string) => Array.from({ length: 5 }, seededRng(seed, name).nextUint32)
    expect(draw(7, 'a')).toEqual(draw(7, 'a'))
    expect(draw(7, 'a')).not.toEqual(draw(7, 'b'))
    expect(draw(7, 'a')).not.toEqual(draw(8, 'a'))
  })

  it('is spread as it says', () => {
    const rng = seededRng(42)
    const count = 20_000
    const mean = Array.from({ length: count }, () => uniform(rng)).reduce((a, b) => a + b) / count
    const normals = Array.from({ length: count }, () => gaussian(rng))
    const variance = normals.reduce((a, x) => a + x * x, 0) / count
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.01)
    expect(Math.abs(variance - 1)).toBeLessThan(0.05)
    expect(new Set(Array.from({ length: 200 }, () => integerBetween(rng, 1, 3)))).toEqual(new Set([1, 2, 3]))
  })
})

describe('assertions', () => {
  it('are always on and say what was broken', () => {
    expect(() => assert(false, 'debits equal credits')).toThrow('debits equal credits')
    expect(() => present(undefined, 'the account')).toThrow('the account is missing')
    expect(() => assertNever({ kind: 'new' } as never)).toThrow('"new"')
    expect(present(0, 'zero')).toBe(0)
  })
})
