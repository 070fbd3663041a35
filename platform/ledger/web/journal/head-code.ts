import {
  bytesOfBase64,
  hexBytesOf,
  hexText,
  noteKeyBytes,
  plainBase64,
  readPlainHead,
  urlBase64,
  type WitnessLine,
} from '../../domain/index.ts'

// A signed head as one phone shows it to another: number, time, hash, root, line before, key and signature, 208 bytes. It
// holds the signature, so that what contradicts it is evidence and not somebody's word.

const prefix = 'bolsillo-1.'
const wholeBytes = 8
const parts = [wholeBytes, wholeBytes, 32, 32, 32, 32, 64] as const
const length = parts.reduce((sum, bytes) => sum + bytes, 0)

/** A head as a text for a QR code; undefined for one without a tree. */
export function writeHeadCode({ seq, at, hash, tree, previous, key, signature }: WitnessLine): string | undefined {
  const fields = [
    wholeBytesOf(seq),
    wholeBytesOf(BigInt(at)),
    hexBytesOf(hash),
    tree === undefined ? undefined : hexBytesOf(tree.root),
    hexBytesOf(previous),
    noteKeyBytes(key),
    bytesOfBase64(plainBase64(signature)),
  ]
  const bytes = new Uint8Array(length)
  let place = 0
  for (const [part, field] of fields.entries()) {
    if (field === undefined || field.length !== parts[part]) return undefined
    bytes.set(field, place)
    place += field.length
  }
  return prefix + urlBase64(bytes)
}

/** Reads such a text; undefined when it is none. Its signature is not verified. */
export function readHeadCode(text: string): WitnessLine | undefined {
  const trimmed = text.trim()
  const bytes = trimmed.startsWith(prefix) ? bytesOfBase64(plainBase64(trimmed.slice(prefix.length))) : undefined
  if (bytes?.length !== length) return undefined
  let place = 0
  const [seq, at, hash, root, previous, key, signature] = parts.map((count) => {
    place += count
    return bytes.slice(place - count, place)
  })
  const number = wholeOf(seq)
  return readPlainHead({
    seq: String(number),
    size: String(number),
    at: Number(wholeOf(at)),
    ...{ hash: hexOf(hash), root: hexOf(root), previous: hexOf(previous) },
    ...{ key: urlBase64(key ?? new Uint8Array()), signature: urlBase64(signature ?? new Uint8Array()) },
  })
}

function wholeBytesOf(value: bigint): Uint8Array {
  const bytes = new Uint8Array(wholeBytes)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

function wholeOf(bytes: Uint8Array = new Uint8Array()): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value
}

const hexOf = (bytes: Uint8Array = new Uint8Array()): string => hexText(bytes)
