import { createHash } from 'node:crypto'
import { type Call, coreRejections } from '@bolsillo/contract'
import { assert, type Rejection, reject } from '@bolsillo/kernel'
import type { FastifyRequest } from 'fastify'
import type { ReadContext, UploadedFile } from '../../room.ts'
import type { BodyReading } from './read-body.ts'
import { isMultipart, multipartOverheadBytesMax, readMultipart } from './read-multipart.ts'

/** A request with a file: its fields, still to be parsed, and the file. */
export interface Upload {
  readonly reading: BodyReading
  readonly file: UploadedFile
}

/** How long an upload may take in all, from its first byte to the answer. */
export const uploadWithinMs = 40_000
/** The number of uploads served at a time: each is held in memory, and re-encoding a picture occupies a core. */
export const uploadsAtOnceMax = 8

const mebibyte = 1024 * 1024

/**
 * Reads the body of a call that takes a file. It must have a Content-Length, so that a body that is too large is
 * refused before any of it is read.
 */
export async function readUpload(
  request: FastifyRequest,
  { field, bytesMax }: NonNullable<Call['file']>,
): Promise<Upload | Rejection> {
  const contentType = request.headers['content-type']
  if (!isMultipart(contentType)) return reject(coreRejections.contentUnsupported)
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (Number.isNaN(length)) return reject(coreRejections.bodyMalformed, { values: { why: 'no Content-Length' } })
  const tooLarge = reject(coreRejections.fileTooLarge, {
    field,
    values: { maximum: String(Math.floor(bytesMax / mebibyte)) },
  })
  if (length > bytesMax + multipartOverheadBytesMax) return tooLarge
  const bytes = await readWhole(request, length)
  if (bytes === undefined) return reject(coreRejections.bodyMalformed, { values: { why: 'cut off' } })
  const reading = readMultipart(contentType, bytes)
  if (reading.kind === 'malformed') return reject(coreRejections.bodyMalformed, { values: { why: reading.why } })
  if (reading.kind === 'twice')
    return reject(coreRejections.fieldTwice, { field: reading.field, values: { field: reading.field } })
  const file = reading.files.get(field)
  if (file === undefined) return reject(coreRejections.fieldMissing, { field, values: { field } })
  const stranger = [...reading.files.keys()].find((name) => name !== field)
  if (stranger !== undefined) {
    return reject(coreRejections.fieldUnknown, { field: stranger, values: { field: stranger, allowed: field } })
  }
  if (file.bytes.length > bytesMax) return tooLarge
  return { reading: { kind: 'fields', fields: reading.fields, leftOut: reading.leftOut }, file }
}

/** The body; undefined when the client disconnected or was too slow: there is nobody to answer. */
async function readWhole({ raw }: FastifyRequest, length: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let read = 0
  try {
    for await (const chunk of raw) {
      assert(Buffer.isBuffer(chunk), 'a request’s stream gives bytes')
      chunks.push(chunk)
      read += chunk.length
      assert(read <= length, 'HTTP gives no more bytes than were announced')
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return undefined
    throw error
  }
  return Buffer.concat(chunks)
}

/** What an idempotency key covers: the fields, and the digest of the file. */
export function withDigest({ file: taken }: Call, request: object, { file }: ReadContext): object {
  if (taken === undefined || file === undefined) return request
  return { ...request, [taken.field]: createHash('sha256').update(file.bytes).digest('base64url') }
}
