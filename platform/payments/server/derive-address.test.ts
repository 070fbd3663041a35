import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { readAddress } from '../domain/index.ts'
import { accountXpub, deriveAddress } from './derive-address.ts'

// The seed of "abandon … about" (BIP39), whose addresses every wallet can be asked about.
const seed = Uint8Array.from(
  Buffer.from(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    'hex',
  ),
)

describe('a pay-in address', () => {
  it.each([
    ['bitcoin', 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', "m/84'/0'/0'/0/0"],
    ['bitcoin', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g', "m/84'/0'/0'/0/1"],
    ['ethereum', 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', "m/44'/60'/0'/0/0"],
    ['tron', 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', "m/44'/195'/0'/0/0"],
  ] as const)('of %s, leaf %i, is %s', (network, leaf, address, path) => {
    expect(deriveAddress(network, accountXpub(network, seed), leaf)).toEqual({ address, path })
  })

  it('is another for each leaf, and sound', () => {
    for (const network of ['bitcoin', 'ethereum', 'tron'] as const) {
      const xpub = accountXpub(network, seed)
      const all = Array.from({ length: 60 }, (_, leaf) => deriveAddress(network, xpub, leaf).address)
      expect(new Set(all).size).toBe(60)
      for (const address of all)
        expect(readAddress(network, address)).toMatchObject({ kind: 'address', unchecked: false })
    }
  })

  it('is made from the public half alone: a private key is not taken', () => {
    expect(accountXpub('bitcoin', seed).startsWith('xpub')).toBe(true)
    const secret = HDKey.fromMasterSeed(seed).derive("m/84'/0'/0'").privateExtendedKey
    expect(() => deriveAddress('bitcoin', secret, 0)).toThrow('only the public half')
    for (const leaf of [-1, 1.5, 2 ** 31])
      expect(() => deriveAddress('bitcoin', accountXpub('bitcoin', seed), leaf)).toThrow('leaf')
  })
})
