import { describe, expect, it } from 'vitest'
import { readAddress } from './chain-address.ts'
import type { Network } from './rail.ts'

const sound: ReadonlyArray<readonly [Network, string]> = [
  // BIP84, BIP173, BIP350 and EIP-55 state these themselves.
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ethereum', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['ethereum', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['ethereum', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
]

const unsound: ReadonlyArray<readonly [Network, string, string, string]> = [
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', 'checksum', 'a wrong last letter'],
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fy', 'checksum', 'a letter short'],
  ['bitcoin', 'bc1qCR8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'malformed', 'mixed case'],
  ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'malformed', 'the test network'],
  [
    'bitcoin',
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx',
    'malformed',
    'BIP350: version 1 by the old checksum',
  ],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum', 'base58 with a wrong letter'],
  ['bitcoin', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'other-network', 'an address of ethereum'],
  ['bitcoin', '1BitcoinEaterAddressDontSendf59kuE', 'burn', 'what is sent there is gone'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'checksum', 'EIP-55 with one letter small'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'malformed', 'a digit short'],
  ['ethereum', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'malformed', 'no 0x'],
  ['ethereum', '0x0000000000000000000000000000000000000000', 'burn', 'the zero address'],
  ['ethereum', '0x000000000000000000000000000000000000dEaD', 'burn', 'the dead address'],
  ['ethereum', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'other-network', 'an address of TRON'],
  ['tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ', 'checksum', 'a wrong last letter'],
  ['tron', 'tUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'malformed', 'a small T'],
  ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'burn', 'the zero address'],
  ['tron', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'other-network', 'an address of bitcoin'],
  ['tron', '', 'malformed', 'nothing'],
]

describe('an address', () => {
  it.each(sound)('of %s is read: %s', (network, text) => {
    expect(readAddress(network, text)).toMatchObject({ kind: 'address', unchecked: false })
    expect(readAddress(network, ` ${text} `)).toEqual(readAddress(network, text))
  })

  it.each(unsound)('of %s is refused: %s is %s (%s)', (network, text, kind) => {
    expect(readAddress(network, text)).toEqual({ kind })
  })

  it('without the letters that check it is taken, said to be unchecked, and given its letters', () => {
    const lower = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(readAddress('ethereum', lower)).toEqual({ kind: 'address', address, unchecked: true })
  })

  it('is distinguished from every text that differs in one letter', () => {
    for (const [network, text] of sound.filter(([, one]) => one !== one.toUpperCase())) {
      for (let place = 3; place < text.length; place += 1) {
        const other = text[place] === 'q' ? 'p' : 'q'
        const changed = text.slice(0, place) + other + text.slice(place + 1)
        expect(readAddress(network, changed).kind, changed).not.toBe('address')
      }
    }
  })
})
