// Heads of the journal in the words others speak: checkpoints (c2sp.org/tlog-checkpoint), which are signed notes
// (c2sp.org/signed-note), and what witnesses write under them (c2sp.org/tlog-cosignature). Pure: for the server that
// offers them and the phone that checks them. Why it is so: docs/decisions/0082.
import { base64Text, bytesOfBase64, plainBase64 } from './base64.ts'
import { bytesOfHex, hexBytesOf, hexText, type Sha256Bytes, type TreeHead } from './journal-tree.ts'

/** A tree of the log with this name. */
interface Checkpoint extends TreeHead {
  readonly origin: string
}

/** A line under a note: who signed, with which key, and what they wrote. */
export interface NoteLine {
  readonly name: string
  /** The first four bytes of a hash of name, type and key: 8 hex digits. */
  readonly id: string
  readonly signature: Uint8Array
}

/** A received checkpoint with the lines under it. They are not verified here: whoever knows a key checks its line. */
export interface Note extends Checkpoint {
  /** What is signed: all up to the empty line. */
  readonly text: string
  readonly lines: readonly NoteLine[]
}

/** A public key with the name its owner signs by. */
export interface NoteKey {
  readonly name: string
  readonly id: string
  /** 32 bytes. */
  readonly key: Uint8Array
}

/** What a line may be: a log's signature over a note, or a witness's with the time of it. */
const noteKeyTypes = { log: 0x01, witness: 0x04 } as const
type NoteKeyType = keyof typeof noteKeyTypes

const noteMax = 16_384
const linesMax = 32
const nameShape = /^[!-*,-~]{1,200}$/
const idShape = /^[0-9a-f]{8}$/
const sizeShape = /^(?:0|[1-9]\d{0,17})$/
const keyBytes = 32
const signatureBytes = 64
const timeBytes = 8

/** Whether a text may name a log or a witness here: ASCII without spaces or plus signs. */
const isNoteName = (text: string): boolean => nameShape.test(text)

/** What is signed of a checkpoint. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64Text(hexBytesOf(root) ?? new Uint8Array())}\n`
}

/** A signature line under a note. */
function writeNoteLine({ name, id, signature }: NoteLine): string {
  return `— ${name} ${base64Text(joined([bytesOfHex(id) ?? new Uint8Array(), signature]))}\n`
}

/** A text and the lines under it. */
export function writeNote(text: string, lines: readonly NoteLine[]): string {
  return `${text}\n${lines.map(writeNoteLine).join('')}`
}

/** Reads a note that is a checkpoint; undefined when it is none. Extension lines belong to the text and mean nothing. */
export function readCheckpoint(note: string): Note | undefined {
  if (note.length > noteMax) return undefined
  const end = note.lastIndexOf('\n\n')
  if (end < 0) return undefined
  const text = note.slice(0, end + 1)
  const [origin = '', size = '', root = '', ...rest] = text.split('\n')
  const hash = bytesOfBase64(root)
  if (!isNoteName(origin) || !sizeShape.test(size) || hash?.length !== 32 || rest.at(-1) !== '') return undefined
  const lines = readNoteLines(note.slice(end + 2))
  if (lines === undefined || lines.length === 0) return undefined
  return { origin, size: BigInt(size), root: hexText(hash), text, lines }
}

/** Reads lines as they are under a note; undefined when they are none. */
export function readNoteLines(text: string): readonly NoteLine[] | undefined {
  if (text.length > noteMax || (text !== '' && !text.endsWith('\n'))) return undefined
  const lines: NoteLine[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const [, name, written] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = bytesOfBase64(written ?? '')
    if (name === undefined || bytes === undefined || bytes.length < 5 || lines.length === linesMax) return undefined
    lines.push({ name, id: hexText(bytes.slice(0, 4)), signature: bytes.slice(4) })
  }
  return lines
}

/** The id of a key: from what a line under a note is known to be this key's. */
export function noteKeyId(name: string, type: NoteKeyType, key: Uint8Array, sha256: Sha256Bytes): string {
  const preimage = joined([asciiBytes(`${name}\n`), Uint8Array.of(noteKeyTypes[type]), key])
  return hexText(sha256(preimage).slice(0, 4))
}

/** A key as it is handed around: `name+id+base64` (a "vkey"). */
export function writeNoteKey({ name, id, key }: NoteKey, type: NoteKeyType): string {
  return `${name}+${id}+${base64Text(joined([Uint8Array.of(noteKeyTypes[type]), key]))}`
}

/** Reads a key of a type; undefined when it is none, or its id is not its own. */
export function readNoteKey(text: string, type: NoteKeyType, sha256: Sha256Bytes): NoteKey | undefined {
  const [, name = '', id = '', written = ''] = /^([^+]*)\+([^+]*)\+(.*)$/.exec(text) ?? []
  const bytes = bytesOfBase64(written)
  if (!isNoteName(name) || !idShape.test(id) || bytes?.length !== keyBytes + 1) return undefined
  const key = bytes.slice(1)
  const isOwn = bytes[0] === noteKeyTypes[type] && noteKeyId(name, type, key, sha256) === id
  return isOwn ? { name, id, key } : undefined
}

/** What a witness signs of a checkpoint, at a second since 1970. */
export function cosignedText(text: string, seconds: bigint): string {
  return `cosignature/v1\ntime ${seconds}\n${text}`
}

/** When a witness signed, and the signature itself; undefined when a line is not a witness's. */
export function readCosignature(
  signature: Uint8Array,
): { readonly seconds: bigint; readonly signature: Uint8Array } | undefined {
  if (signature.length !== timeBytes + signatureBytes) return undefined
  let seconds = 0n
  for (const byte of signature.slice(0, timeBytes)) seconds = (seconds << 8n) | BigInt(byte)
  return seconds < 2n ** 53n ? { seconds, signature: signature.slice(timeBytes) } : undefined
}

/** Whether bytes were signed with the private half of a key of 32 bytes. */
export type VerifySignature = (key: Uint8Array, text: string, signature: Uint8Array) => boolean

/** Whether the log with this key signed a checkpoint of its own name. */
export function isLogsCheckpoint({ origin, text, lines }: Note, log: NoteKey, verify: VerifySignature): boolean {
  const own = lines.filter(({ name, id }) => name === log.name && id === log.id)
  if (origin !== log.name || own.length === 0) return false
  return own.every(({ signature }) => signature.length === signatureBytes && verify(log.key, text, signature))
}

/** When a witness cosigned, in milliseconds; undefined unless it did. */
export function cosignedAt(
  { text, lines }: Pick<Note, 'text' | 'lines'>,
  { name, id, key }: NoteKey,
  verify: VerifySignature,
): number | undefined {
  for (const line of lines) {
    const read = line.name === name && line.id === id ? readCosignature(line.signature) : undefined
    if (read !== undefined && verify(key, cosignedText(text, read.seconds), read.signature))
      return Number(read.seconds) * 1000
  }
  return undefined
}

/** The 32 bytes of a public key as heads name it: Base64 for addresses. */
export function noteKeyBytes(key: string): Uint8Array | undefined {
  const bytes = bytesOfBase64(plainBase64(key))
  return bytes?.length === keyBytes ? bytes : undefined
}

/** A cosignature this old proves little any more: the reader is warned. */
export const cosignatureOldMs = 10 * 60_000

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let place = 0
  for (const part of parts) {
    all.set(part, place)
    place += part.length
  }
  return all
}
