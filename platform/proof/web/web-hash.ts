import { hexOf } from '../domain/index.ts'

/** SHA-256 by the browser itself. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)))
}

/** SHA-256 of a text in UTF-8, 64 hex digits. */
export async function sha256Text(text: string): Promise<string> {
  return hexOf(await sha256(new TextEncoder().encode(text)))
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Whether a text was signed with the private half of an Ed25519 key; undefined where the browser cannot tell. */
export async function isSigned(signed: {
  readonly text: string
  readonly key: string
  readonly signature: string
}): Promise<boolean | undefined> {
  let key: CryptoKey
  try {
    key = await crypto.subtle.importKey('raw', fromBase64(signed.key), 'Ed25519', false, ['verify'])
  } catch {
    // Browsers of before 2025 know no Ed25519. The file can be checked elsewhere.
    return undefined
  }
  const bytes = new TextEncoder().encode(signed.text)
  return await crypto.subtle.verify('Ed25519', key, fromBase64(signed.signature), bytes)
}
