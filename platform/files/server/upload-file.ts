import { type Id, type Instant, instant, isRejection, present, type Rejection, reject } from '@bolsillo/kernel'
import { saveIdempotencyRecords, type Tx, transaction, type UploadedFile, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { fileRejections as r } from '../contract/index.ts'
import { countedDays, type FilePurpose, fileSettings, unusedHours } from '../domain/index.ts'
import { countFiles, insertFile, lockCounting } from './file-store.ts'
import type { Files, FilesDeps } from './files.ts'
import { type MadePicture, makePicture } from './make-picture.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mebibyte = 1024 * 1024

interface Upload {
  readonly customerId: Id<'cus'>
  readonly purpose: FilePurpose
  readonly picture: MadePicture
  readonly now: Instant
}

/** Takes a picture. It is re-encoded before the transaction opens, because that takes some tenths of a second. */
export const uploadFile = useCase(calls.uploadFile, async ({ purpose }, context, deps: FilesDeps) => {
  const { db, now, claim, answer } = context
  const { customerId } = context.customer
  const picture = await makePicture(present(context.file, 'the file of a call that takes one'))
  if (isRejection(picture)) return picture
  return await transaction(db, async (tx) => {
    const fileId = await keepPicture(deps, tx, { customerId, purpose, picture, now })
    if (isRejection(fileId)) return fileId
    const { width, height } = picture
    const reply = { fileId, width, height, unusedUntil: now + unusedHours * hourMs }
    if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
    return reply
  })
})

/** Stores a picture unless its owner has too many. The limits also hold for concurrent uploads. */
async function keepPicture(deps: FilesDeps, tx: Tx, upload: Upload): Promise<Id<'fil'> | Rejection> {
  const { customerId, purpose, picture, now } = upload
  const { settings } = deps
  await lockCounting(tx, customerId)
  // By purpose: who has shown many pictures to support can still prove who they are.
  const since = instant(Math.max(0, now - countedDays * dayMs))
  const had = await countFiles(tx, { customerId, purpose, since })
  const filesMax = settings.get(fileSettings.filesPerCustomer)
  if (had.files >= filesMax) {
    return reject(r.filesTooMany, { field: 'file', values: { maximum: String(filesMax), days: String(countedDays) } })
  }
  const mebibytesMax = settings.get(fileSettings.mebibytesPerCustomer)
  if (had.bytes + picture.jpeg.length > mebibytesMax * mebibyte) {
    return reject(r.filesTooMuch, { field: 'file', values: { maximum: String(mebibytesMax) } })
  }
  const file = { id: deps.newFileId(), customerId, purpose }
  const { width, height, jpeg } = picture
  await insertFile(tx, { ...file, width, height, bytes: jpeg.length, createdAt: now, ...deps.seal(picture, file) })
  const details = { file: file.id, purpose }
  await deps.audit.record(tx, { at: now, actor: customerId, action: 'files.upload', subject: customerId, details })
  return file.id
}

/** Keeps a file as if it had been uploaded. */
export function keepFile(deps: FilesDeps): Files['keep'] {
  return async ({ customerId, purpose, file }: { customerId: Id<'cus'>; purpose: FilePurpose; file: UploadedFile }) => {
    const picture = await makePicture(file)
    if (isRejection(picture)) return picture
    const now = deps.services.clock.now()
    return await transaction(deps.services.sql, (tx) => keepPicture(deps, tx, { customerId, purpose, picture, now }))
  }
}
