import type { Sha256Bytes, WitnessLine } from '../../domain/index.ts'
import { headStatement } from '../../domain/index.ts'

/** What a device needs to follow an entry to a signed head by itself. */
export interface DeviceHash {
  readonly sha256: Sha256Bytes
  /** Whether a head was signed with the private half of the key it names. */
  readonly isSigned: (head: WitnessLine) => boolean
}

/**
 * Loads both only when somebody checks. A library's and not the browser's: browsers of before 2025 know no Ed25519, and
 * those that do offer it only over HTTPS.
 */
export async function loadDeviceHash(): Promise<DeviceHash> {
  const [{ sha256 }, { ed25519 }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/curves/ed25519.js'),
  ])
  return {
    sha256,
    isSigned: (head) => {
      const text = new TextEncoder().encode(headStatement(head))
      // RFC 8032 to the letter: of what only some verifiers accept, nothing.
      return ed25519.verify(bytesOf(head.signature), text, bytesOf(head.key), { zip215: false })
    },
  }
}

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
