import type { Sha256Bytes, VerifySignature, WitnessLine } from '../../domain/index.ts'
import { bytesOfBase64, headStatement, noteKeyBytes, plainBase64 } from '../../domain/index.ts'

/** What a device needs to follow an entry to a signed head by itself. */
export interface DeviceHash {
  readonly sha256: Sha256Bytes
  /** Whether a head was signed with the private half of the key it names. */
  readonly isSigned: (head: WitnessLine) => boolean
  /** Whether a text was signed with the private half of a key of 32 bytes. */
  readonly isSignedBy: VerifySignature
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
  // RFC 8032 to the letter: of what only some verifiers accept, nothing.
  const isSignedBy: VerifySignature = (key, text, signature) =>
    ed25519.verify(signature, new TextEncoder().encode(text), key, { zip215: false })
  return {
    sha256,
    isSignedBy,
    isSigned: (head) => {
      const key = noteKeyBytes(head.key)
      const signature = bytesOfBase64(plainBase64(head.signature))
      return key !== undefined && signature !== undefined && isSignedBy(key, headStatement(head), signature)
    },
  }
}
