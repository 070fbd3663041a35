import { assert } from '@bolsillo/kernel'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { NETWORK, p2wpkh } from '@scure/btc-signer'
import { checksummed, type Network } from '../domain/index.ts'

/** The path of each network's account: BIP84 for bitcoin, BIP44 with the coin types of SLIP-44 for the others. */
const accountPaths: Readonly<Record<Network, string>> = {
  bitcoin: "m/84'/0'/0'",
  ethereum: "m/44'/60'/0'",
  tron: "m/44'/195'/0'",
}

const leavesMax = 2 ** 31

/**
 * The address of a leaf of an account, from its public half alone: who can derive addresses cannot spend from them.
 * Receiving addresses are the account's branch 0.
 */
export function deriveAddress(
  network: Network,
  xpub: string,
  leaf: number,
): { readonly address: string; readonly path: string } {
  assert(Number.isInteger(leaf) && leaf >= 0 && leaf < leavesMax, `not a leaf: ${leaf}`)
  const account = HDKey.fromExtendedKey(xpub)
  assert(account.privateKey === null, 'a server keeps only the public half')
  const { publicKey } = account.deriveChild(0).deriveChild(leaf)
  assert(publicKey !== null, 'a derived key')
  return { address: addressOf(network, publicKey), path: `${accountPaths[network]}/0/${leaf}` }
}

function addressOf(network: Network, publicKey: Uint8Array): string {
  if (network === 'bitcoin') {
    const { address } = p2wpkh(publicKey, NETWORK)
    assert(address !== undefined, 'a p2wpkh address')
    return address
  }
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const tail = keccak_256(point.subarray(1)).subarray(12)
  return network === 'ethereum'
    ? checksummed(bytesToHex(tail))
    : base58check(sha256).encode(Uint8Array.from([0x41, ...tail]))
}

/**
 * The public half of an account made from a seed. The private half is dropped here and nowhere kept; it can be made again
 * from the seed by whoever has it, away from the server.
 */
export function accountXpub(network: Network, seed: Uint8Array): string {
  return HDKey.fromMasterSeed(seed).derive(accountPaths[network]).wipePrivateData().publicExtendedKey
}
