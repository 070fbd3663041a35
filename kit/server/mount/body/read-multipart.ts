import type { UploadedFile } from '../../room.ts'
import type { JsonValue, Unreadable } from './read-json.ts'

/** The fields and files of a multipart body, or why it cannot be read. */
type MultipartReading =
  | {
      readonly kind: 'parts'
      readonly fields: ReadonlyMap<string, JsonValue>
      readonly leftOut: readonly string[]
      readonly files: ReadonlyMap<string, UploadedFile>
    }
  | Unreadable

/** The most bytes of a body besides its file: boundaries, headers and fields. */
export const multipartOverheadBytesMax = 16 * 1024

const partsMax = 16
const headerBytesMax = 8 * 1024
const fieldBytesMax = 4 * 1024
const boundaryShape =
  /^multipart\/form-data\s*;\s*boundary\s*=\s*(?:"([^"\r\n]{1,70})"|([A-Za-z0-9'()+_,./:=?-]{1,70}))\s*$/i
const dispositionShape = /^form-data\s*;\s*name="([^"\r\n]{1,64})"\s*(?:;\s*filename="([^"\r\n]*)"\s*)?$/i

/** Whether a content type is multipart. */
export function isMultipart(contentType: string | undefined): boolean {
  return /^\s*multipart\//i.test(contentType ?? '')
}

/**
 * Reads a whole multipart body, strictly: what browsers send and nothing else. No preamble, no epilogue, no part
 * within a part, no name twice, so that two readers of one message can never see two different files.
 */
export function readMultipart(contentType: string | undefined, body: Buffer): MultipartReading {
  const named = boundaryShape.exec(contentType ?? '')
  const boundary = named?.[1] ?? named?.[2]
  if (boundary === undefined) return malformed('no boundary')
  const [first, between] = [Buffer.from(`--${boundary}\r\n`), Buffer.from(`\r\n--${boundary}`)]
  if (body.indexOf(first) !== 0) return malformed('no part')
  const fields = new Map<string, JsonValue>()
  const leftOut: string[] = []
  const files = new Map<string, UploadedFile>()
  const names = new Set<string>()
  let at = first.length
  for (let parts = 1; ; parts += 1) {
    if (parts > partsMax) return malformed(`more than ${partsMax} parts`)
    const headersEnd = body.subarray(at, at + headerBytesMax).indexOf('\r\n\r\n')
    if (headersEnd < 0) return malformed('a part without the end of its headers')
    const heading = readHeading(body.subarray(at, at + headersEnd))
    if (typeof heading === 'string') return malformed(heading)
    const from = at + headersEnd + 4
    const end = body.indexOf(between, from)
    if (end < 0) return malformed('a part without its end')
    const content = body.subarray(from, end)
    const { name, fileName } = heading
    if (names.has(name)) return { kind: 'twice', field: name }
    names.add(name)
    if (fileName !== undefined) files.set(name, { name: fileName, bytes: content })
    else {
      const text = content.length > fieldBytesMax ? undefined : decode(content)
      if (text === undefined) return malformed(`the field ${name} is no text`)
      if (text === '') leftOut.push(name)
      else fields.set(name, text)
    }
    at = end + between.length
    const tail = body.subarray(at, at + 2).toString('latin1')
    if (tail === '--') {
      const rest = body.subarray(at + 2).toString('latin1')
      return rest === '' || rest === '\r\n'
        ? { kind: 'parts', fields, leftOut, files }
        : malformed('something after the end')
    }
    if (tail !== '\r\n') return malformed('a boundary that does not end')
    at += 2
  }
}

const malformed = (why: string): Unreadable => ({ kind: 'malformed', why })

interface Heading {
  readonly name: string
  readonly fileName: string | undefined
}

/** A part's headers: its field name, and a file's name. All other headers are ignored. */
function readHeading(bytes: Buffer): Heading | string {
  const text = decode(bytes)
  if (text === undefined) return 'headers that are no text'
  let heading: Heading | undefined
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const header = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (header === 'content-type') continue
    const named = header === 'content-disposition' ? dispositionShape.exec(line.slice(colon + 1).trim()) : null
    if (named === null || heading !== undefined) return 'headers that are not a form’s'
    heading = { name: named[1] ?? '', fileName: named[2] }
  }
  return heading ?? 'a part without a name'
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
