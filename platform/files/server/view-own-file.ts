import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { Own, ReadContext } from '@bolsillo/server-kit'
import { fileRejections as r, type viewOwnFile } from '../contract.ts'
import { findFile } from './file-store.ts'
import { type Parts, pictureReply } from './files.ts'

/** A customer's own picture. Somebody else's does not exist for them. */
export function viewOwnFileUseCase(parts: Parts) {
  return async (
    { fileId }: RequestOf<typeof viewOwnFile>,
    { db, customer }: Own<ReadContext>,
  ): Promise<ReplyOf<typeof viewOwnFile> | Rejection> => {
    const file = await findFile(db, fileId)
    const { customerId } = customer
    if (file === undefined || file.customerId !== customerId) return reject(r.fileUnknown, { field: 'fileId' })
    return pictureReply(file, await parts.open(db, file))
  }
}
