import { reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { fileRejections as r } from '../contract/index.ts'
import { findFile } from './file-store.ts'
import { type FilesDeps, pictureReply } from './files.ts'

/** A customer's own picture. Another customer's is answered as missing. */
export const viewOwnFile = useCase(calls.viewOwnFile, async ({ fileId }, { db, customer }, deps: FilesDeps) => {
  const file = await findFile(db, fileId)
  const { customerId } = customer
  if (file === undefined || file.customerId !== customerId) return reject(r.fileUnknown, { field: 'fileId' })
  return pictureReply(file, await deps.open(db, file))
})
