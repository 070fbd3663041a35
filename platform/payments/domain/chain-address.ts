import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58check, bech32, bech32m } from '@scure/base'
import type { Network } from './rail.ts'

/** What a text is as an address of a network. `unchecked`: well formed, but written without the letters that would check it. */
type AddressReading =
  | { readonly kind: 'address'; readonly address: string; readonly unchecked: boolean }
  | { readonly kind: 'malformed' | 'checksum' | 'other-network' | 'burn' }

// Nobody holds the key of these, or they are the token's own contract: what is sent there is gone.
const burned = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '1bitcoineateraddressdontsendf59kue',
  '1111111111111111111114olvt2',
  'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs',
  't9yd14nj9j7xab4dbgeix9h8unkkhxuwwb',
  'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t',
])

/** Reads an address for a network. An address of another network is named as such: that is the mistake people make. */
export function readAddress(network: Network, text: string): AddressReading {
  const address = text.trim()
  const reading = readers[network](address)
  if (reading.kind !== 'address') {
    const elsewhere = others(network).some((other) => readers[other](address).kind === 'address')
    return elsewhere ? { kind: 'other-network' } : reading
  }
  return burned.has(reading.address.toLowerCase()) ? { kind: 'burn' } : reading
}

const others = (network: Network): readonly Network[] =>
  (['bitcoin', 'ethereum', 'tron'] as const).filter((other) => other !== network)

const readers: Readonly<Record<Network, (address: string) => AddressReading>> = {
  bitcoin: readBitcoin,
  ethereum: readEthereum,
  tron: readTron,
}

const sha = base58check(sha256)

/** The bytes under a base58 checksum, or undefined when the checksum does not fit. */
function base58Bytes(text: string): Uint8Array | undefined {
  try {
    return sha.decode(text)
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function readBitcoin(address: string): AddressReading {
  if (/^bc1/i.test(address)) return readSegwit(address)
  if (!/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(address)) return { kind: 'malformed' }
  const bytes = base58Bytes(address)
  if (bytes === undefined) return { kind: 'checksum' }
  // 0x00 pays to a key, 0x05 to a script; other versions are other coins.
  const known = bytes.length === 21 && (bytes[0] === 0x00 || bytes[0] === 0x05)
  return known ? { kind: 'address', address, unchecked: false } : { kind: 'malformed' }
}

function readSegwit(text: string): AddressReading {
  const isMixed = text !== text.toLowerCase() && text !== text.toUpperCase()
  if (isMixed || text.length > 90 || text.length < 14) return { kind: 'malformed' }
  const address = text.toLowerCase()
  for (const [coder, versions] of [
    [bech32, [0]],
    [bech32m, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]],
  ] as const) {
    const decoded = coder.decodeUnsafe(address, 90)
    if (decoded === undefined) continue
    const [version = -1, ...words] = decoded.words
    const bytes = coder.fromWordsUnsafe(words)
    const fits = bytes !== undefined && bytes.length >= 2 && bytes.length <= 40
    const isProgram = version === 0 ? bytes?.length === 20 || bytes?.length === 32 : true
    if (decoded.prefix === 'bc' && versions.some((one) => one === version) && fits && isProgram) {
      return { kind: 'address', address, unchecked: false }
    }
    return { kind: 'malformed' }
  }
  return { kind: 'checksum' }
}

/** EIP-55: upper case where the hash of the address requires it. All one case carries no check. */
function readEthereum(address: string): AddressReading {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return { kind: 'malformed' }
  const plain = address.slice(2)
  const lower = plain.toLowerCase()
  const checked = checksummed(lower)
  if (plain === lower || plain === plain.toUpperCase()) return { kind: 'address', address: checked, unchecked: true }
  return checked === address ? { kind: 'address', address, unchecked: false } : { kind: 'checksum' }
}

/** An EVM address with the letters that check it, from its 40 hex digits in lower case. */
export function checksummed(lower: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const letters = [...lower].map((one, place) =>
    Number.parseInt(hash[place] ?? '0', 16) >= 8 ? one.toUpperCase() : one,
  )
  return `0x${letters.join('')}`
}

function readTron(address: string): AddressReading {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return { kind: 'malformed' }
  const bytes = base58Bytes(address)
  if (bytes === undefined) return { kind: 'checksum' }
  return bytes.length === 21 && bytes[0] === 0x41
    ? { kind: 'address', address, unchecked: false }
    : { kind: 'malformed' }
}
