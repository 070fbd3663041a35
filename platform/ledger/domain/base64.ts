// Base64 as RFC 4648 has it, section 4: what notes are written in. By hand, because what is pure knows no platform.

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...letters].map((letter, value) => [letter, value]))
const shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Bytes as Base64. */
export function base64Text(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const four = [18, 12, 6, 0].map((shift) => letters[(group >> shift) & 63]).join('')
    const left = bytes.length - at
    text += left >= 3 ? four : four.slice(0, left + 1).padEnd(4, '=')
  }
  return text
}

/** The bytes of a Base64 text; undefined when it is none, or not the one way to write them. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!shape.test(text)) return undefined
  const end = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - end)
  for (let at = 0; at < text.length; at += 4) {
    let group = 0
    for (const letter of text.slice(at, at + 4)) group = (group << 6) | (values.get(letter) ?? 0)
    for (let byte = 0; byte < 3; byte += 1) {
      const place = (at / 4) * 3 + byte
      if (place < bytes.length) bytes[place] = (group >> (16 - 8 * byte)) & 255
    }
  }
  return base64Text(bytes) === text ? bytes : undefined
}

/** Base64 for addresses, as keys and signatures are kept (RFC 4648, section 5), as plain Base64. */
export function plainBase64(text: string): string {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}

/** Bytes as Base64 for addresses, without padding. */
export function urlBase64(bytes: Uint8Array): string {
  return base64Text(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
