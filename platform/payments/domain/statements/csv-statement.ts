import { present } from '@bolsillo/kernel'
import { type BankLine, type BankStatement, mustAddUp, statementLinesMax, UnfitStatement } from './bank-statement.ts'
import { readAccount, readAmount, readAsset, readBalance, readDate, readLineText, readNumber } from './read-parts.ts'

/**
 * The one header of a statement as CSV (RFC 4180, UTF-8, commas). The first row below it is `opening`, the last is
 * `closing`, with the balance as amount; each row between them is a `line`, its direction `in` or `out`.
 */
export const statementHeader = [
  'record',
  'account',
  'currency',
  'date',
  'number',
  'direction',
  'amount',
  'reference',
  'payer_name',
  'payer_account',
] as const

type Row = Readonly<Record<(typeof statementHeader)[number], string>>

/**
 * Reads a statement from CSV.
 * @throws UnfitStatement
 */
export function readCsvStatement(source: string): BankStatement {
  const [header, ...cells] = rowsOf(source)
  if (header?.join() !== statementHeader.join()) throw new UnfitStatement('header')
  const rows = cells.map((row, at) => rowOf(row, at))
  const [opening, closing] = [rows.at(0), rows.at(-1)]
  if (opening?.record !== 'opening' || closing?.record !== 'closing' || rows.length < 2)
    throw new UnfitStatement('balances')
  const account = readAccount(opening.account)
  const asset = readAsset(opening.currency)
  const isOther = (row: Row): boolean => row.account.replaceAll(' ', '').toUpperCase() !== account
  const lines = rows.slice(1, -1).map((row, at): BankLine => {
    const place = at + 1
    if (row.record !== 'line') throw new UnfitStatement('row', place)
    if (isOther(row)) throw new UnfitStatement('account', place)
    if (row.currency !== asset.code) throw new UnfitStatement('asset', place)
    const { direction } = row
    if (direction !== 'in' && direction !== 'out') throw new UnfitStatement('direction', place)
    return {
      direction,
      minor: readAmount(row.amount, asset, place),
      number: readNumber(row.number, place),
      bookedOn: readDate(row.date, place),
      reference: readLineText(row.reference, 'reference'),
      payerName: readLineText(row.payer_name, 'payerName'),
      payerAccount: readLineText(row.payer_account, 'payerAccount'),
    }
  })
  if (isOther(closing)) throw new UnfitStatement('account')
  if (closing.currency !== asset.code) throw new UnfitStatement('asset')
  const balances = { opening: readBalance(opening.amount, asset), closing: readBalance(closing.amount, asset) }
  return mustAddUp({ format: 'csv', account, asset: asset.code, ...balances, lines })
}

function rowOf(cells: readonly string[], at: number): Row {
  if (cells.length !== statementHeader.length) throw new UnfitStatement('row', at)
  const entries = statementHeader.map((name, place) => [name, present(cells[place], name)] as const)
  return Object.fromEntries(entries) as Row
}

const cellShape = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y

/** The cells of a file, row by row. @throws UnfitStatement where quotes are not as RFC 4180 has them. */
function rowsOf(source: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = source.startsWith('\ufeff') ? 1 : 0
  while (at < source.length) {
    cellShape.lastIndex = at
    const match = cellShape.exec(source)
    if (match === null) throw new UnfitStatement('row', rows.length)
    const [whole, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += whole.length
    // A comma at the very end has an empty cell behind it.
    if (end === ',' && at < source.length) continue
    if (end === ',') row.push('')
    rows.push(row)
    if (rows.length > statementLinesMax + 3) throw new UnfitStatement('too-many-lines')
    row = []
  }
  return rows
}
