import type { TradeDate } from '@bolsillo/kernel'

/** The formats a bank's statement is taken in. */
export const statementFormats = ['camt.053', 'csv'] as const
type StatementFormat = (typeof statementFormats)[number]

/** No file is larger, and none has more lines. */
export const statementBytesMax = 1024 * 1024
export const statementLinesMax = 2_000

/** One movement on the firm's account, as its bank wrote it. */
export interface BankLine {
  readonly direction: 'in' | 'out'
  /** Above zero. */
  readonly minor: bigint
  /** The bank's own number of it, in its one spelling. */
  readonly number: string
  readonly bookedOn: TradeDate
  /** What the payer wrote; empty where the bank says nothing. */
  readonly reference: string
  readonly payerName: string
  /** A CLABE or `bank/number`, as the bank has it; empty where it says nothing. */
  readonly payerAccount: string
}

/** A bank's statement of one account: where it began, what moved, where it ended. Minor units; below zero: overdrawn. */
export interface BankStatement {
  readonly format: StatementFormat
  /** The number of the firm's account, as the file has it. */
  readonly account: string
  readonly asset: string
  readonly opening: bigint
  readonly closing: bigint
  readonly lines: readonly BankLine[]
}

/** Why a file is no statement that can be taken. Each has words on the console. */
const statementProblems = [
  'not-utf8',
  'not-xml',
  'xml-declares',
  'not-camt',
  'one-statement',
  'header',
  'row',
  'account',
  'asset',
  'amount',
  'date',
  'direction',
  'balances',
  'number',
  'number-twice',
  'batched',
  'not-booked',
  'too-many-lines',
  'sum',
] as const
export type StatementProblem = (typeof statementProblems)[number]

/** What is wrong with a file, and in which line of it; 0 where it is none of its lines. */
export class UnfitStatement extends Error {
  readonly problem: StatementProblem
  readonly place: number
  constructor(problem: StatementProblem, place = 0) {
    super(problem)
    this.problem = problem
    this.place = place
  }
}

/** The lengths texts of a line are kept in. */
export const lineTextMax = { reference: 140, payerName: 140, payerAccount: 60 } as const

/** What the lines of a statement come to: what came in less what went out. */
export function movedBy(lines: readonly Pick<BankLine, 'direction' | 'minor'>[]): bigint {
  return lines.reduce((sum, { direction, minor }) => (direction === 'in' ? sum + minor : sum - minor), 0n)
}

/** @throws UnfitStatement unless opening and lines come to closing, and no incoming number is there twice. */
export function mustAddUp(statement: BankStatement): BankStatement {
  const { lines, opening, closing } = statement
  if (lines.length > statementLinesMax) throw new UnfitStatement('too-many-lines')
  const numbers = new Set<string>()
  for (const [at, { direction, number }] of lines.entries()) {
    if (direction !== 'in') continue
    if (numbers.has(number)) throw new UnfitStatement('number-twice', at + 1)
    numbers.add(number)
  }
  if (opening + movedBy(lines) !== closing) throw new UnfitStatement('sum')
  return statement
}
