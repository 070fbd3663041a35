import type { Room } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { listMovements } from './list-movements.ts'
import type { StatementsPorts } from './ports.ts'
import { listStatements, readStatement } from './read-statement.ts'
import { readStatementFile } from './statement-file.ts'

/** The module object of statements. */
export function createStatements(ports: StatementsPorts): { readonly room: Room } {
  return {
    room: {
      name: 'statements',
      handlers: [listMovements(ports), listStatements(ports), readStatement(ports), readStatementFile(ports)],
      messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
    },
  }
}
