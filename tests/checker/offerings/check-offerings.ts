import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger } from '../journal/check-ledger.ts'
import {
  type ApplicationRow,
  type OfferingRow,
  type PublishedRow,
  readApplications,
  readOfferings,
  readPublished,
  readStrays,
} from './offerings-store.ts'
import { ownAllotment, ownRoot, ownSecretHash, ownSeed } from './own-allotment.ts'

const ofOfferings: ReadonlySet<string> = new Set(['offering-hold', 'offering-release', 'stock-allotment'])

/**
 * I5, I9 and I16 of offerings: two people published each, every allotment is that of its rule, every application holds what it
 * costs until the one entry that ends it, and no entry of the kind is of nothing. @returns the holds that stand.
 */
export async function checkOfferings(
  read: BooksRead,
  ledger: DerivedLedger,
  findings: Findings,
): Promise<readonly string[]> {
  const offerings = await readOfferings(read)
  if (offerings === undefined) return []
  const known = new Map(offerings.map((row) => [row.id, row]))
  for (const offering of offerings) {
    const { id, isPractice, isApproved } = offering
    if (isPractice === isApproved) findings.add('I16', `${id} was published by nobody who may`)
  }
  for (const published of await readPublished(read))
    for (const what of allotmentProblems(published)) findings.add('I16', `the allotment of ${published.id} ${what}`)
  for (const stray of await readStrays(read)) findings.add('I16', `${stray} is not what the published list has`)
  const rows = await readApplications(read)
  const entries = new Set<string>()
  for (const row of rows) {
    const offering = known.get(row.offeringId)
    if (offering === undefined) continue
    for (const id of [row.entryId, row.endEntryId]) if (id !== undefined) entries.add(id)
    for (const what of applicationProblems(row, offering, ledger)) findings.add('I16', `${row.id} ${what}`)
  }
  const left = new Set(rows.filter(({ isLeft }) => isLeft).map(({ id }) => `application:${id}`))
  for (const { id, kind, reference } of ledger.entries.values())
    if (ofOfferings.has(kind) && !entries.has(id) && !(kind === 'offering-release' && left.has(reference)))
      findings.add('I16', `entry ${id} (${kind}) is of no application`)
  return rows.filter((row) => !row.isLeft && !row.isSettled).map(({ holdId }) => holdId)
}

/** What of an allotment is not as its rule, its applications, its secret and the public value make it. */
function allotmentProblems(row: PublishedRow): readonly string[] {
  const { lot, rule, secret, publicAt, publicValue } = row
  const lines = row.lines.map(({ id, quantity, allotted }) => ({ id, asked: quantity / lot, got: allotted / lot }))
  const draw = {
    rule,
    secret,
    publicAt,
    publicValue,
    supply: row.supply / lot,
    cap: row.cap / lot,
    parcel: row.minimum / lot,
  }
  const problems: string[] = []
  if (row.lines.some(({ quantity, allotted }) => quantity % lot !== 0n || allotted % lot !== 0n))
    problems.push('has a part of a lot')
  if (ownSecretHash(secret) !== row.secretHash) problems.push('opened another secret')
  if (publicAt !== row.closingAct + 1n) problems.push('took the public value of another act')
  if (ownRoot(lines) !== row.root) problems.push('has other applications than at its closing')
  if (ownSeed(draw, row.root) !== row.seed) problems.push('has another seed')
  const own = ownAllotment(draw, lines, row.seed)
  const other = lines.find(({ got }, at) => got !== own[at])
  if (other !== undefined) problems.push(`gave line ${other.id} another number of lots`)
  if (row.lines.reduce((sum, { allotted }) => sum + allotted, 0n) !== row.allotted) problems.push('has another sum')
  return problems
}

/** What of an application's money is not as its rows say. */
function applicationProblems(row: ApplicationRow, offering: OfferingRow, ledger: DerivedLedger): readonly string[] {
  const problems: string[] = []
  const hold = ledger.holds.get(row.holdId)
  const stands = !row.isLeft && !row.isSettled
  if (row.held !== offering.price * row.quantity) problems.push(`holds ${row.held}, not what it costs`)
  if (hold?.opened !== row.held) problems.push(`opened a hold of ${hold?.opened ?? 'nothing'}, not of ${row.held}`)
  // Between the entry that pays and its settlement a server may stop: then the hold is used up already.
  const isPaid = row.endEntryId !== undefined && ledger.entries.has(row.endEntryId)
  const due = stands && !isPaid ? row.held : 0n
  if (hold !== undefined && hold.remaining !== due) problems.push(`has ${hold.remaining} on hold, not ${due}`)
  if (ledger.entries.get(row.entryId)?.kind !== 'offering-hold') problems.push(`is held by no entry ${row.entryId}`)
  if (!row.isSettled) return problems
  const ended = ledger.entries.get(row.endEntryId ?? '')
  if (row.allotted === 0n) return ended?.kind === 'offering-release' ? problems : [...problems, 'was not released']
  if (ended?.kind !== 'stock-allotment') return [...problems, 'was not paid']
  const moved = (asset: string): bigint =>
    ended.moved
      .filter(({ account }) => account.startsWith(`${row.customerId}:`) && account.includes(asset))
      .reduce((sum, { posted }) => sum + posted, 0n)
  const shares = moved(`:STK:${offering.symbol}`)
  const paid = ended.moved.find(
    ({ account }) => account.startsWith(row.customerId) && !account.includes(':STK:'),
  )?.posted
  const allotted = row.allotted ?? 0n
  if (paid !== -(allotted * offering.price)) problems.push(`paid ${paid} for ${allotted} at ${offering.price}`)
  if (shares <= 0n || shares % allotted !== 0n) problems.push(`was given ${shares} for ${allotted}`)
  if (ended.details.sellableAt !== String(offering.sellableAt)) problems.push('may be sold from another time')
  return problems
}
