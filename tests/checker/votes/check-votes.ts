import { createHash } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { followVoteRecords } from './check-vote-records.ts'
import { readProposed } from './vote-records-store.ts'
import {
  type BallotRow,
  type LineRow,
  readBallots,
  readHoldings,
  readLines,
  readOpenings,
  readTimesAt,
  readVoteRows,
  readWeights,
  type VoteRow,
} from './votes-store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * I16 of votes: weights are the holdings of the record time, ballots are of who had them and in time, and the published list
 * has each of them as it was cast, with sums and hash that follow from it. Each of it has its record in the audit, two people
 * approved the vote as it is, and holdings are of the last act that is not after the record time.
 */
export async function checkVotes(read: BooksRead, findings: Findings): Promise<void> {
  const votes = await readVoteRows(read)
  if (votes === undefined) return
  const records = await followVoteRecords(read, findings)
  for (const vote of await readProposed(read)) records.checkVote(vote)
  for (const vote of votes) {
    const weights = await checkWeights(read, vote, findings)
    const ballots = await readBallots(read, vote.id)
    await checkBallots(read, { vote, weights, ballots }, findings)
    checkCount(vote, ballots, await readLines(read, vote.id), findings)
    await records.checkRows(vote, ballots)
  }
  await records.end()
}

/** Who votes, by the journal up to the act that is named. */
async function checkWeights(
  read: BooksRead,
  { id, asset, position, recordAt, isByShares, holders }: VoteRow,
  findings: Findings,
): Promise<ReadonlyMap<string, bigint>> {
  const weights = await readWeights(read, id)
  if (asset === undefined || position === undefined) {
    if (weights.size > 0) findings.add('I16', `${id}: weights without a record of holdings`)
    return weights
  }
  // Of acts from before they had times nothing is said: they are older than any record time.
  const { end, own = 0n, next } = await readTimesAt(read, position)
  if (position > end || own > recordAt || (next !== undefined && next <= recordAt))
    findings.add('I16', `${id}: act ${position} is not the last by the record time ${recordAt}`)
  const held = await readHoldings(read, asset, position)
  for (const owner of new Set([...held.keys(), ...weights.keys()])) {
    const units = held.get(owner) ?? 0n
    const should = isByShares ? units : units > 0n ? 1n : 0n
    const has = weights.get(owner) ?? 0n
    if (has !== should) findings.add('I16', `${id}: ${owner} has a weight of ${has}, by the journal ${should}`)
  }
  if (holders !== weights.size)
    findings.add('I16', `${id}: ${holders} holders are named, ${weights.size} have a weight`)
  return weights
}

async function checkBallots(
  read: BooksRead,
  of: { readonly vote: VoteRow; readonly weights: ReadonlyMap<string, bigint>; readonly ballots: readonly BallotRow[] },
  findings: Findings,
): Promise<void> {
  const { vote, weights, ballots } = of
  const { id, asset, recordAt, opensAt, closesAt } = vote
  const voters = ballots.map(({ customerId }) => customerId)
  const openings = asset === undefined ? await readOpenings(read, voters) : new Map<string, bigint>()
  for (const { customerId, weight, receipt, castAt } of ballots) {
    const openedAt = openings.get(customerId)
    const isOpen = openedAt !== undefined && openedAt <= recordAt
    const should = asset === undefined ? (isOpen ? 1n : 0n) : (weights.get(customerId) ?? 0n)
    if (weight !== should) findings.add('I16', `${id}: ballot ${receipt} counts ${weight}, its voter has ${should}`)
    if (castAt < opensAt || castAt >= closesAt) findings.add('I16', `${id}: ballot ${receipt} is of ${castAt}`)
  }
}

/** A weight as the list writes it. */
function written(units: bigint, scale: number): string {
  const digits = String(units).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function checkCount(vote: VoteRow, ballots: readonly BallotRow[], lines: readonly LineRow[], findings: Findings): void {
  const { id, count, options, scale, closesAt } = vote
  if (count === undefined) {
    if (lines.length > 0) findings.add('I16', `${id}: a list without a count`)
    return
  }
  if (count.at < closesAt) findings.add('I16', `${id}: counted at ${count.at}, before its closing`)
  compareLines(id, ballots, lines, findings)
  const sums = Array.from({ length: options }, () => ({ ballots: 0, units: 0n }))
  for (const { receipt, option, weight, nonce } of lines) {
    const text = `bolsillo.ballot.1\n${id}\n${option}\n${written(weight, scale)}\n${nonce}\n`
    if (sha256(text) !== receipt) findings.add('I16', `${id}: line ${receipt} is not the ballot of its receipt`)
    const sum = sums[option - 1]
    if (sum === undefined) findings.add('I16', `${id}: line ${receipt} is for option ${option} of ${options}`)
    else Object.assign(sum, { ballots: sum.ballots + 1, units: sum.units + weight })
  }
  const rows = lines.map(
    ({ receipt, option, weight, nonce }) => `${receipt},${option},${written(weight, scale)},${nonce}\n`,
  )
  const listHash = sha256(`bolsillo.vote.1,${id},${options},${scale}\n${rows.join('')}`)
  if (listHash !== count.listHash)
    findings.add('I16', `${id}: the list has the hash ${listHash}, not ${count.listHash}`)
  const should = sums.map((sum) => `${sum.ballots} ${written(sum.units, scale)}`).join(', ')
  const tally = (count.tally as readonly { readonly ballots: number; readonly weight: string }[])
    .map((sum) => `${sum.ballots} ${sum.weight}`)
    .join(', ')
  if (tally !== should) findings.add('I16', `${id}: the count is ${tally}, by its list ${should}`)
  if (count.ballots !== lines.length)
    findings.add('I16', `${id}: ${count.ballots} ballots are counted, the list has ${lines.length}`)
}

/** Every ballot that was cast is in the list as it was, and nothing else is. */
function compareLines(id: string, ballots: readonly BallotRow[], lines: readonly LineRow[], findings: Findings): void {
  const listed = new Map(lines.map((line) => [line.receipt, line]))
  const cast = new Set(ballots.map(({ receipt }) => receipt))
  for (const { receipt, weight } of ballots) {
    const line = listed.get(receipt)
    if (line === undefined) findings.add('I16', `${id}: ballot ${receipt} is not in the list`)
    else if (line.weight !== weight)
      findings.add('I16', `${id}: ballot ${receipt} counts ${weight}, in the list ${line.weight}`)
  }
  for (const { receipt } of lines)
    if (!cast.has(receipt)) findings.add('I16', `${id}: line ${receipt} was cast by nobody`)
}
