import { seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { createSealer } from './sealer.ts'

const sealer = createSealer(new Uint8Array(32).fill(7), seededRng(1))
const plain = Buffer.from('CURP BOXW310820HNERXN09')

describe('a sealer', () => {
  it('opens what it sealed, and seals the same bytes differently each time', () => {
    const [one, two] = [sealer.seal(plain, 'kyc_1'), sealer.seal(plain, 'kyc_1')]
    expect(sealer.open(one, 'kyc_1')).toEqual(plain)
    expect(one.equals(two)).toBe(false)
    expect(one.includes('BOXW')).toBe(false)
  })

  it('opens nothing that was sealed about somebody else, with another key, or changed', () => {
    const sealed = sealer.seal(plain, 'kyc_1')
    expect(() => sealer.open(sealed, 'kyc_2')).toThrow()
    expect(() => createSealer(new Uint8Array(32), seededRng(1)).open(sealed, 'kyc_1')).toThrow()
    for (const place of [0, 1, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(() => sealer.open(changed, 'kyc_1')).toThrow()
    }
    expect(() => sealer.open(sealed.subarray(0, 10), 'kyc_1')).toThrow()
  })
})
