import { instant, isRejection } from '@bolsillo/kernel'
import { handlersOf, type Job, type Room, transaction } from '@bolsillo/server-kit'
import { unusedHours } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { removeUnused } from './file-store.ts'
import { createDeps, createFilesPort, type Files, type FilesGiven } from './files.ts'
import { viewFile, viewForCase } from './operator/view-file.ts'
import { keepFile, uploadFile } from './upload-file.ts'
import { viewOwnFile } from './view-own-file.ts'

export type { StoredFile } from './file-store.ts'
export type { FileDigest, Files, FileUse } from './files.ts'
export type { CaseReadable, OperatorNames } from './operator/view-file.ts'
export { samplePicture } from './sample-picture.ts'

const hourMs = 3_600_000

/** Removes uploads nobody used. */
const sweep: Job = {
  name: 'files-sweep',
  everyMs: hourMs,
  run: async ({ sql, clock }) => {
    await transaction(sql, (tx) => removeUnused(tx, instant(Math.max(0, clock.now() - unusedHours * hourMs))), {
      cause: 'job:files-sweep',
    })
  },
}

/** Makes the room. Settings must have `fileSettings` declared. */
export function createFiles(given: FilesGiven): { readonly room: Room; readonly files: Files } {
  const deps = createDeps(given)
  const room: Room = {
    name: 'files',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf([uploadFile, viewOwnFile], deps),
    operatorHandlers: handlersOf([viewFile], deps),
    jobs: [sweep],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  const openForCase: Files['openForCase'] = async (request, context) => {
    const opened = await viewForCase(request, context, deps)
    return isRejection(opened) ? opened : undefined
  }
  return { room, files: createFilesPort(deps, { keep: keepFile(deps), openForCase }) }
}
