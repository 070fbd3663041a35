import { writeCsv } from '@bolsillo/kernel'
import { statementHeader } from './domain/index.ts'

/** A line of a statement of a test. Amounts as the wire writes them. */
export interface WrittenLine {
  readonly number: string
  readonly amount: string
  readonly direction?: 'in' | 'out'
  readonly date?: string
  readonly reference?: string
  readonly payerName?: string
  readonly payerAccount?: string
}

/** A statement as a bank writes it in CSV. */
export function csvStatement(statement: {
  readonly account: string
  readonly asset: string
  readonly opening: string
  readonly closing: string
  readonly lines: readonly WrittenLine[]
}): string {
  const { account, asset, opening, closing, lines } = statement
  const balance = (record: string, amount: string) => [record, account, asset, '', '', '', amount, '', '', '']
  return writeCsv([
    [...statementHeader],
    balance('opening', opening),
    ...lines.map(({ number, amount, direction = 'in', date = '2026-03-02', ...line }) => [
      ...['line', account, asset, date, number, direction, amount],
      ...[line.reference ?? '', line.payerName ?? '', line.payerAccount ?? ''],
    ]),
    balance('closing', closing),
  ])
}

/** A file as a browser sends it: what `import-bank-statement` takes. */
export function statementUpload(file: string | Uint8Array): {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
} {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="statement"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from('\r\n--b--\r\n')])
  return { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body }
}
