import { wallTime, writeCsv, writeDecimal } from '@bolsillo/kernel'
import type { AssetSum } from '../domain/index.ts'
import type { MadeStatement } from './make-statement.ts'
import type { StatementWords } from './statement-words.ts'

/** Whose statement it is, and in which market. */
export interface StatementOwner {
  readonly account: string
  readonly number: string
  readonly isPractice: boolean
}

type Write = (minor: bigint, asset: string) => string

function balanceRows(made: MadeStatement, words: StatementWords, write: Write) {
  return made.accounts.map((account) => [
    words.purse(account.purse),
    words.asset(account.asset),
    write(account.opening, account.asset),
    write(account.in, account.asset),
    write(account.out, account.asset),
    write(account.closing, account.asset),
  ])
}

function movementColumns({ file }: StatementWords): readonly string[] {
  return [
    file.purse,
    file.asset,
    file.day,
    file.time,
    file.what,
    file.amount,
    file.balance,
    file.entry,
    file.reference,
    file.fingerprint,
    file.madeUp,
  ]
}

function movementRows(made: MadeStatement, words: StatementWords, write: Write) {
  return made.accounts.flatMap(({ purse, asset, lines }) =>
    lines.map((line) => {
      const { date, hour, minute, second } = wallTime(line.at, made.period.zone)
      const time = [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')
      return [
        words.purse(purse),
        words.asset(asset),
        date,
        time,
        words.line(line),
        write(line.posted, asset),
        write(line.balance, asset),
        String(line.seq),
        line.reference,
        line.hash,
        words.madeUp(line),
      ]
    }),
  )
}

function chargeRows(words: StatementWords, write: Write) {
  return (name: string, sums: readonly AssetSum[]) =>
    sums.map(({ asset, amount }) => [name, words.asset(asset), write(amount, asset)])
}

/**
 * The statement for a spreadsheet: what it is, balances, movements, positions, charges. Numbers are plain decimals with a
 * point whatever the language, so that programs read them.
 */
export function statementCsv(
  made: MadeStatement,
  owner: StatementOwner,
  words: StatementWords,
  scaleOf: (asset: string) => number,
): string {
  const { file } = words
  const { period, head } = made
  const write: Write = (minor, asset) => writeDecimal(minor, scaleOf(asset))
  const market = owner.isPractice ? [[file.practice]] : []
  const facts = [
    [`Bolsillo · ${file.title}`],
    ...market,
    [file.account, owner.account, owner.number],
    [file.period, period.firstDay, period.lastDay, period.zone],
    [file.madeAt, words.moment(made.at, period.zone)],
    [file.head, String(head.seq), head.hash],
    [],
  ]
  const charges = chargeRows(words, write)
  return writeCsv([
    ...facts,
    [file.balances],
    [file.purse, file.asset, file.opening, file.in, file.out, file.closing],
    ...balanceRows(made, words, write),
    [],
    [file.movements],
    movementColumns(words),
    ...movementRows(made, words, write),
    [],
    [file.positions],
    [file.instrument, file.name, file.quantity, file.price, file.value, file.currency],
    ...made.positions.map(({ asset, name, quantity, price, value, currency, isGenerated }) => [
      words.asset(asset),
      name,
      quantity,
      price ?? '',
      value ?? '',
      currency,
      ...(isGenerated ? [file.generatedPrice] : []),
    ]),
    [],
    [file.charges],
    ...charges(file.fees, made.fees),
    ...charges(file.vat, made.vat),
    ...charges(file.rounding, made.rounding),
    ...market,
  ])
}
