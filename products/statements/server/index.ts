import { defineRoom } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { StatementsDeps } from './deps.ts'
import { countHappenings, listHappenings, seeHappenings } from './happenings/happenings.ts'
import { listMovements } from './list-movements.ts'
import { listStatements, readStatement } from './read-statement.ts'
import { readStatementFile } from './statement-file.ts'

export type { StatementsDeps } from './deps.ts'

/** The module object of statements. */
export const createStatements = defineRoom({
  name: 'statements',
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  deps: (given: StatementsDeps) => given,
  migrations: new URL('./migrations/', import.meta.url),
  useCases: [
    listHappenings,
    countHappenings,
    seeHappenings,
    listMovements,
    listStatements,
    readStatement,
    readStatementFile,
  ],
})
