import { type Id, type Instant, isRejection, present, type Rejection, reject } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { supportRejections as r } from '../contract/rejections.ts'
import { type PictureField, pictureFields, supportSettings } from '../domain/index.ts'
import type { Attachment } from './attachment-store.ts'
import type { SupportDeps } from './deps.ts'

/** Whose pictures, and the conversation they become part of. */
interface Of {
  readonly customerId: Id<'cus'>
  readonly id: Id<'cnv'>
  readonly now: Instant
}

/** Pictures as a message names them. */
type Named = Readonly<Partial<Record<PictureField, Id<'fil'> | undefined>>>

/**
 * Takes the pictures a message names into use: each once, only its customer's own, only one uploaded for support.
 * @returns what they are by their bytes, in their order, or the rejection to answer.
 */
export async function takePictures(
  { files, settings }: SupportDeps,
  tx: Tx,
  { customerId, id, now }: Of,
  named: Named,
): Promise<readonly Attachment[] | Rejection> {
  const asked = pictureFields.flatMap((field) => {
    const fileId = named[field]
    return fileId === undefined ? [] : [{ field, fileId }]
  })
  const most = settings.get(supportSettings.picturesPerMessage)
  const beyond = asked[most]
  if (beyond !== undefined) return reject(r.supportPictures, { field: beyond.field, values: { most: String(most) } })
  const taken: Attachment[] = []
  for (const { field, fileId } of asked) {
    const refused = await files.use(tx, { fileId, customerId, purpose: 'support', caseId: id, field, now })
    if (isRejection(refused)) return refused
    const file = present(await files.find(tx, fileId), 'a picture that was just taken into use')
    taken.push({ fileId, ...(await files.digest(tx, file)) })
  }
  return taken
}
