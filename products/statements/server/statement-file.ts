import { isRejection } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { readStatementFile as call } from '../contract/index.ts'
import type { StatementsDeps } from './deps.ts'
import { makeStatement } from './make-statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementWords } from './statement-words.ts'

/** The statement as a file, in the language of who asks. */
export const readStatementFile = useCase(call, async ({ from, to, zone, format }, context, deps: StatementsDeps) => {
  const { customerId } = context.customer
  const made = await makeStatement(deps, { customerId, from, to, zone, as: format }, context)
  if (isRejection(made)) return made
  const customer = await deps.customers.find(context.db, customerId)
  const owner = {
    account: customer?.account ?? '',
    number: customer?.displayNumber ?? '',
    isPractice: deps.services.mode === 'SIM',
  }
  const words = statementWords(context.caller.language)
  const { file } = words
  const bytes =
    format === 'pdf'
      ? await statementPdf(made, owner, words, deps.scaleOf)
      : Buffer.from(statementCsv(made, owner, words, deps.scaleOf), 'utf8')
  return {
    name: `bolsillo-${file.fileName}-${made.period.firstDay}-${made.period.lastDay}.${format}`,
    type: format === 'pdf' ? 'application/pdf' : 'text/csv;charset=utf-8',
    content: bytes.toString('base64'),
    movements: made.movements,
  }
})
