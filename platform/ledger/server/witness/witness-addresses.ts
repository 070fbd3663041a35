import { hash } from 'node:crypto'
// Not by the index: the configuration is read before anything else, and this is all it needs of the room.
import { type NoteKey, readNoteKey } from '../../domain/checkpoint.ts'

/** A witness that is asked to cosign: who it is, the key it signs with, and where it answers. */
export interface WitnessAddress {
  readonly key: NoteKey
  /** What `/add-checkpoint` is put behind; without a slash at its end. */
  readonly url: string
}

const witnessesMax = 16
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * Reads `name+id+key https://address, name+id+key https://address`: each witness's verifier key, as it publishes it
 * (c2sp.org/tlog-cosignature), a space, and its submission prefix. Undefined when anything in it is not one, or when a
 * name or key occurs twice: then it would be counted twice.
 */
export function readWitnessAddresses(text: string): readonly WitnessAddress[] | undefined {
  const found: WitnessAddress[] = []
  for (const part of text.split(',')) {
    const [written = '', address = '', ...rest] = part.trim().split(/\s+/)
    const key = readNoteKey(written, 'witness', (bytes) => hash('sha256', bytes, 'buffer'))
    const url = urlOf(address)
    if (key === undefined || url === undefined || rest.length > 0 || found.length === witnessesMax) return undefined
    if (found.some((other) => other.key.name === key.name || isSame(other.key.key, key.key))) return undefined
    found.push({ key, url })
  }
  return found
}

/** Where a witness may be: over TLS, or on this machine. */
function urlOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))
  return isSafe ? url.href.replace(/\/+$/, '') : undefined
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other)
