import type { FastifyRequest } from 'fastify'
import { type BodyReading, readBody, readForm } from './read-body.ts'
import { isMultipart } from './read-multipart.ts'

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
