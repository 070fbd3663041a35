import type { Sealer } from '@bolsillo/server-kit'

/** What of a ballot is secret until the closing. */
interface Choice {
  readonly option: number
  /** 64 hex digits. */
  readonly nonce: string
}

const about = (voteId: string, customerId: string): string => `ballot ${voteId} ${customerId}`

/** Seals a choice. Every sealed choice has the same length, and bears its vote and voter: it cannot be put in another row. */
export function sealChoice(sealer: Sealer, voteId: string, customerId: string, { option, nonce }: Choice): Buffer {
  return sealer.seal(Buffer.concat([Buffer.of(option), Buffer.from(nonce, 'hex')]), about(voteId, customerId))
}

/** Opens a choice, at the closing. */
export function openChoice(sealer: Sealer, voteId: string, customerId: string, sealed: Uint8Array): Choice {
  const plain = sealer.open(sealed, about(voteId, customerId))
  return { option: plain.readUInt8(0), nonce: plain.subarray(1).toString('hex') }
}
