import { readDecimal, writeDecimal } from '@bolsillo/kernel'

// The form of a receipt and of the published list, byte for byte. The server, the app, `npm run votes:count` and the checker
// count by it; the checker spells it again by itself. Why it is so: docs/decisions/0120.

/** What a ballot says. The nonce is made by whoever votes, so no two ballots have one receipt. */
export interface Ballot {
  readonly voteId: string
  /** From 1 on, in the order of the options. */
  readonly option: number
  /** A decimal in the scale of the vote. */
  readonly weight: string
  /** 32 random bytes, 64 hex digits. */
  readonly nonce: string
}

/** What a receipt is the SHA-256 of. */
export const ballotText = ({ voteId, option, weight, nonce }: Ballot): string =>
  `bolsillo.ballot.1\n${voteId}\n${option}\n${weight}\n${nonce}\n`

/** A line of the published list. It names no account. */
export interface BallotLine extends Omit<Ballot, 'voteId'> {
  readonly receipt: string
}

/** A list of ballots, and what its weights are counted in. */
export interface BallotList {
  readonly voteId: string
  readonly options: number
  /** Decimals of a weight. */
  readonly scale: number
  readonly lines: readonly BallotLine[]
}

/** The one text of a list; its SHA-256 is what the journal keeps of it. */
export function listText({ voteId, options, scale, lines }: BallotList): string {
  const rows = lines.map(({ receipt, option, weight, nonce }) => `${receipt},${option},${weight},${nonce}\n`)
  return `bolsillo.vote.1,${voteId},${options},${scale}\n${rows.join('')}`
}

const headShape = /^bolsillo\.vote\.1,(vot_[0-9A-HJKMNP-TV-Z]{26}),([2-9]|10),([0-9]|1[0-2])$/
const lineShape = /^([0-9a-f]{64}),([1-9]|10),((?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,12})?),([0-9a-f]{64})$/

/** Reads a file of a list; the number of the line that is none when it is no such file. */
export function readList(text: string): BallotList | { readonly badLine: number } {
  const [head = '', ...rows] = text.split('\n')
  const [, voteId, options, scale] = headShape.exec(head) ?? []
  if (voteId === undefined) return { badLine: 1 }
  if (rows.pop() !== '') return { badLine: rows.length + 2 }
  const lines: BallotLine[] = []
  for (const row of rows) {
    const [, receipt = '', option, weight = '', nonce = ''] = lineShape.exec(row) ?? []
    if (option === undefined) return { badLine: lines.length + 2 }
    lines.push({ receipt, option: Number(option), weight, nonce })
  }
  return { voteId, options: Number(options), scale: Number(scale), lines }
}

/** What was cast for an option: how many ballots, and their weight. */
export interface OptionTally {
  readonly ballots: number
  readonly weight: string
}

/** Counts a list: for each option, in their order. */
export function tallyOf({ options, scale, lines }: Omit<BallotList, 'voteId'>): readonly OptionTally[] {
  const sums = Array.from({ length: options }, () => ({ ballots: 0, units: 0n }))
  for (const { option, weight } of lines) {
    const sum = sums[option - 1]
    const read = readDecimal(weight, scale)
    if (sum === undefined || read.kind !== 'value') continue
    sum.ballots += 1
    sum.units += read.units
  }
  return sums.map(({ ballots, units }) => ({ ballots, weight: writeDecimal(units, scale) }))
}

type ListFault = 'option' | 'weight' | 'order' | 'receipt'

/**
 * The first line that cannot be: an option there is not, a weight that is not above zero in the scale, a receipt out of order
 * or twice, a receipt that is not the hash of its line. Lines are numbered from 1.
 */
export async function findFault(
  list: BallotList,
  hash: (text: string) => Promise<string>,
): Promise<{ readonly fault: ListFault; readonly line: number } | undefined> {
  const { voteId, options, scale, lines } = list
  let before = ''
  for (const [index, { receipt, option, weight, nonce }] of lines.entries()) {
    const line = index + 1
    if (!Number.isInteger(option) || option < 1 || option > options) return { fault: 'option', line }
    const read = readDecimal(weight, scale)
    if (read.kind !== 'value' || read.units <= 0n || writeDecimal(read.units, scale) !== weight)
      return { fault: 'weight', line }
    if (receipt <= before) return { fault: 'order', line }
    if ((await hash(ballotText({ voteId, option, weight, nonce }))) !== receipt) return { fault: 'receipt', line }
    before = receipt
  }
  return undefined
}
