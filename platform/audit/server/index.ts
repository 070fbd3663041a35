import { handlersOf, type Room } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { type Audit, createAuditLog } from './audit.ts'
import { type AuditDeps, type AuditGiven, exportOwnActivity, listAudit, listOwnActivity } from './read-records.ts'

export { type Audit, type AuditVerdict, createAuditLog, verifyAudit } from './audit.ts'
export type { WaysOfActs } from './read-records.ts'

/** The audit's room, and the log the other rooms record in. */
export function createAudit(given: AuditGiven = {}): { readonly room: Room; readonly audit: Audit } {
  const audit = createAuditLog()
  const deps: AuditDeps = { practice: true, ...given, audit }
  const room: Room = {
    name: 'audit',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf([listOwnActivity, exportOwnActivity], deps),
    operatorHandlers: handlersOf([listAudit], deps),
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  return { room, audit }
}
