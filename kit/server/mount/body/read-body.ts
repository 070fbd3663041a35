import type { FastifyRequest } from 'fastify'
import { type FieldsReading, type JsonValue, readJsonObject } from './read-json.ts'
import { isMultipart } from './read-multipart.ts'

/** The fields of a request as received, or why they cannot be read. `unsupported`: an unknown content type. */
export type BodyReading = FieldsReading | { readonly kind: 'unsupported' }

const pairsMax = 200
const contentTypeShape =
  /^(application\/json|application\/x-www-form-urlencoded)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const byteOrderMark = '\ufeff'

/** Reads a body by its content type: JSON or a form, in UTF-8 without byte order mark. An empty body has no fields. */
function readBody(contentType: string | undefined, bytes: Uint8Array): BodyReading {
  if (bytes.length === 0) return { kind: 'fields', fields: new Map(), leftOut: [] }
  const type = contentTypeShape.exec(contentType ?? '')?.[1]?.toLowerCase()
  if (type === undefined) return { kind: 'unsupported' }
  const text = decode(bytes)
  if (text === undefined) return { kind: 'malformed', why: 'not UTF-8' }
  if (text.startsWith(byteOrderMark)) return { kind: 'malformed', why: 'a byte order mark' }
  return type === 'application/json' ? readJsonObject(text) : readForm(text)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Reads a form or a query string. An empty field counts as omitted, because a form cannot omit one. */
function readForm(text: string): FieldsReading {
  const fields = new Map<string, JsonValue>()
  const leftOut: string[] = []
  if (text === '') return { kind: 'fields', fields, leftOut }
  const pairs = text.split('&')
  if (pairs.length > pairsMax) return { kind: 'malformed', why: `more than ${pairsMax} fields` }
  const names = new Set<string>()
  for (const pair of pairs) {
    const equals = pair.indexOf('=')
    const name = unescapeForm(equals < 0 ? pair : pair.slice(0, equals))
    const value = equals < 0 ? '' : unescapeForm(pair.slice(equals + 1))
    if (name === undefined || value === undefined) return { kind: 'malformed', why: 'a wrong escape' }
    if (name === '') return { kind: 'malformed', why: 'a field without a name' }
    if (names.has(name)) return { kind: 'twice', field: name }
    names.add(name)
    if (value === '') leftOut.push(name)
    else fields.set(name, value)
  }
  return { kind: 'fields', fields, leftOut }
}

const hasEscape = /[%+]/

function unescapeForm(text: string): string | undefined {
  if (!hasEscape.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** GET carries its fields in the query, POST in the body; fields in the other place are refused, never merged. */
export function readFields(request: FastifyRequest): BodyReading {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  const query = readForm(mark < 0 ? '' : url.slice(mark + 1))
  if (request.method === 'GET') {
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers
    return hasBody ? { kind: 'malformed', why: 'a body on GET' } : query
  }
  if (query.kind !== 'fields' || query.fields.size > 0 || query.leftOut.length > 0)
    return { kind: 'malformed', why: 'fields in the address' }
  if (isMultipart(request.headers['content-type'])) return { kind: 'unsupported' }
  const body = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
  return readBody(request.headers['content-type'], body)
}
