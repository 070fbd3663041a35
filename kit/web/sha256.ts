/** SHA-256 of bytes, or of a text in UTF-8, as 64 hex digits, by the browser itself. */
export async function sha256(of: string | ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', typeof of === 'string' ? new TextEncoder().encode(of) : of)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
