import { isRejection } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { readStatementFile as call } from '../contract/index.ts'
import { makeStatement } from './make-statement.ts'
import type { StatementsPorts } from './ports.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementWords } from './statement-words.ts'

/** The statement as a file, in the language of who asks. */
export const readStatementFile = useCase(call, async ({ from, to, zone, format }, context, ports: StatementsPorts) => {
  const { customerId } = context.customer
  const made = await makeStatement(ports, { customerId, from, to, zone, as: format }, context)
  if (isRejection(made)) return made
  const customer = await ports.customers.find(context.db, customerId)
  const owner = {
    account: customer?.account ?? '',
    number: customer?.displayNumber ?? '',
    isPractice: ports.services.mode === 'SIM',
  }
  const words = statementWords(context.caller.language)
  const { file } = words
  const bytes =
    format === 'pdf'
      ? await statementPdf(made, owner, words, ports.scaleOf)
      : Buffer.from(statementCsv(made, owner, words, ports.scaleOf), 'utf8')
  return {
    name: `bolsillo-${file.fileName}-${made.period.firstDay}-${made.period.lastDay}.${format}`,
    type: format === 'pdf' ? 'application/pdf' : 'text/csv;charset=utf-8',
    content: bytes.toString('base64'),
    movements: made.movements,
  }
})
