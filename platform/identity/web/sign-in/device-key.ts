import { readStored, writeStored } from '@bolsillo/web-kit'

const keyBytes = 32
const shape = /^[A-Za-z0-9_-]{43}$/

/**
 * The key of this device: random, made once, kept here. The server knows its hash, so that it can tell the customer of a
 * new device, and in the practice market show this device its messages.
 */
export function deviceKey(): string {
  const stored = readStored('deviceKey')
  if (shape.test(stored)) return stored
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes))
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  writeStored('deviceKey', made)
  return made
}
