import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { present } from '@bolsillo/kernel'
import { urlBase64, type VerifySignature } from '../../domain/index.ts'

/** Signs texts with the installation's Ed25519 key. */
export interface Signer {
  /** The public key, base64url. */
  readonly key: string
  /** @returns the signature, base64url. */
  readonly sign: (text: string) => string
}

// RFC 8410: what precedes the 32 bytes of a private Ed25519 key in PKCS #8.
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signer of a seed of 32 bytes. Every kind of text begins with its own name, so that one key may sign them all. */
export function createSigner(seed: Uint8Array): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' })
  return {
    key: present(createPublicKey(privateKey).export({ format: 'jwk' }).x, 'the public half of a key'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

/** Whether a text was signed with the private half of a key. */
export function isSignedWith(key: string, text: string, signature: string): boolean {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'))
}

/** The same, of bytes: what notes hold. */
export const isSignedByKey: VerifySignature = (key, text, signature) =>
  isSignedWith(urlBase64(key), text, urlBase64(signature))
