import type { Audit } from '@bolsillo/audit/server'
import { instant, isRejection } from '@bolsillo/kernel'
import { handlersOf, type Job, type Room, type Services, transaction } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { unusedHours } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { removeUnused } from './file-store.ts'
import { createFilesPort, createParts, type Files } from './files.ts'
import { type CaseReadable, type OperatorNames, viewFile, viewForCase } from './operator/view-file.ts'
import { keepFile, uploadFile } from './upload-file.ts'
import { viewOwnFile } from './view-own-file.ts'

export type { StoredFile } from './file-store.ts'
export type { Files, FileUse } from './files.ts'
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
export function createFiles(options: {
  readonly services: Services
  readonly settings: Settings
  readonly audit: Audit
  readonly namesOf: OperatorNames
  /** Whether a case can be read for; absent where a room is tested alone: then every case of a file can. */
  readonly isReadable?: CaseReadable
}): { readonly room: Room; readonly files: Files } {
  const parts = createParts(options)
  const { namesOf, isReadable } = options
  const deps = { ...parts, namesOf, isReadable }
  const room: Room = {
    name: 'files',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf([uploadFile, viewOwnFile], parts),
    operatorHandlers: handlersOf([viewFile], deps),
    jobs: [sweep],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  const openForCase: Files['openForCase'] = async (request, context) => {
    const opened = await viewForCase(request, context, deps)
    return isRejection(opened) ? opened : undefined
  }
  return { room, files: createFilesPort({ keep: keepFile(parts), openForCase }) }
}
