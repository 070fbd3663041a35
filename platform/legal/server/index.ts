import { defineRoom } from '@bolsillo/server-kit'
import { firmSettings } from '../domain/index.ts'
import { messages as english } from '../messages/en-US.ts'
import { messages as spanish } from '../messages/es-ES.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import { acceptDocument } from './accept-document.ts'
import type { LegalDeps } from './deps.ts'
import { readAcceptances, readDocument, readFirm } from './read-documents.ts'

export { acceptAtRegistration, isInForce, type OfferedVersions } from './accept-document.ts'

/** The module object of legal. */
export const createLegal = defineRoom({
  name: 'legal',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': spanish, 'en-US': english, 'pt-BR': portuguese },
  settings: Object.values(firmSettings),
  deps: (given: LegalDeps) => given,
  useCases: [readDocument, readFirm, readAcceptances, acceptDocument],
})
