import { defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { statementBytesMax, statementFormats } from '../domain/statements/bank-statement.ts'
import { paymentRejections, statementRejections } from './index.ts'

// What staff can do with the statements of the firm's bank: import one and look at it. Nobody can write a line.

/** Who imports the bank's statements, and looks at them. */
export const statementRoles: readonly OperatorRole[] = ['treasury', 'compliance', 'admin']

export const importStatement = defineCall({
  name: 'import-bank-statement',
  power: {
    'es-ES': 'Importar un estado de cuenta del banco; quien lo hace no propone ni decide abonos de él',
    'en-US': 'Import a statement of the bank; whoever does it neither proposes nor decides credits from it',
    'pt-BR': 'Importar um extrato do banco; quem o faz não propõe nem decide créditos dele',
  },
  method: 'POST',
  path: '/statements/import',
  audience: 'operator',
  roles: statementRoles,
  needs: [],
  request: z.object({}),
  reply: z.object({
    statementId: z.string(),
    no: z.number(),
    /** SHA-256 of the file, as recorded in the journal. */
    fileHash: z.string(),
    lines: z.number(),
    unused: z.number(),
  }),
  rejections: [
    ...Object.values(statementRejections),
    paymentRejections.statementAccount,
    paymentRejections.statementKnown,
    paymentRejections.statementGap,
    paymentRejections.statementLineKnown,
  ],
  summary:
    'Imports a statement of the firm’s account (camt.053 or CSV). Whoever does it neither proposes nor decides what its lines credit.',
  effect: 'write',
  file: { field: 'file', bytesMax: statementBytesMax },
  limit: { times: 60, perMs: 3_600_000 },
})

export const listStatements = defineCall({
  name: 'list-bank-statements',
  power: {
    'es-ES': 'Ver los estados de cuenta importados',
    'en-US': 'See the statements that were imported',
    'pt-BR': 'Ver os extratos importados',
  },
  method: 'GET',
  path: '/statements',
  audience: 'operator',
  roles: [...statementRoles, 'auditor'],
  needs: [],
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        statementId: z.string(),
        account: z.string(),
        asset: z.string(),
        no: z.number(),
        format: z.enum(statementFormats),
        fileHash: z.string(),
        opening: field.signedDecimal,
        closing: field.signedDecimal,
        lines: z.number(),
        /** Lines that came in and served for nothing yet. */
        unused: z.number(),
        importedBy: z.string(),
        importedAt: field.at,
      }),
    ),
    /** The assets the practice bank gives a statement of; none outside the practice market. */
    practiceAssets: z.array(z.string()),
  }),
  rejections: [],
  summary: 'The statements of the firm’s account that were imported, newest first.',
  effect: 'read',
})

const statementLineShape = z.object({
  lineId: z.string(),
  statementId: z.string(),
  statementNo: z.number(),
  place: z.number(),
  fileHash: z.string(),
  account: z.string(),
  direction: z.enum(['in', 'out']),
  asset: z.string(),
  amount: field.decimal,
  number: z.string(),
  bookedOn: z.string(),
  reference: z.string(),
  payerName: z.string(),
  payerAccount: z.string(),
  /** The approval that used it. */
  usedBy: z.optional(z.string()),
  /** Whether whoever asks imported it: then they cannot use it. */
  own: z.boolean(),
})
export type StatementLineRow = z.output<typeof statementLineShape>

export const listStatementLines = defineCall({
  name: 'list-statement-lines',
  power: {
    'es-ES': 'Ver las líneas de un estado de cuenta',
    'en-US': 'See the lines of a statement',
    'pt-BR': 'Ver as linhas de um extrato',
  },
  method: 'GET',
  path: '/statements/lines',
  audience: 'operator',
  roles: [...statementRoles, 'auditor'],
  needs: [],
  request: z.object({ statementId: field.optional(field.id('bst')) }),
  reply: z.object({ rows: z.array(statementLineShape) }),
  rejections: [],
  summary: 'The lines of a statement; without one, all that came in and served for nothing yet.',
  effect: 'read',
})

export const makePracticeStatement = defineCall({
  name: 'make-practice-statement',
  power: {
    'es-ES': 'Pedir al banco de práctica su estado de cuenta',
    'en-US': 'Ask the practice bank for its statement',
    'pt-BR': 'Pedir ao banco de prática o seu extrato',
  },
  method: 'GET',
  path: '/statements/practice',
  audience: 'operator',
  roles: statementRoles,
  needs: ['practice-market'],
  request: z.object({ asset: field.text(3, 5) }),
  reply: z.object({ name: z.string(), file: z.string() }),
  rejections: [paymentRejections.statementAccount],
  summary: 'The practice bank’s statement of the firm’s account since the last one, as a file to import.',
  effect: 'read',
})
