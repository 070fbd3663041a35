import { createHash } from 'node:crypto'
import { createReplay, finish } from '@bolsillo/offerings/domain'
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

/** A server that works allots within seconds. */
const lateMs = 3_600_000n
const ofOfferings: ReadonlySet<string> = new Set(['offering-hold', 'offering-release', 'stock-allotment'])

/**
 * I5, I9 and I16 of offerings: two people published each, every allotment is that of its file, every application holds what it
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
    const { id, isPractice, isApproved, isAllotted, closesAt } = offering
    if (isPractice === isApproved) findings.add('I16', `${id} was published by nobody who may`)
    if (!isAllotted && closesAt + lateMs < ledger.latestAt)
      findings.add('I16', `${id} closed at ${closesAt} and is not allotted`)
  }
  for (const published of await readPublished(read))
    for (const what of replayProblems(published)) findings.add('I16', `${published.id}: ${what}`)
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

/** Why an allotment is not the one its file makes; the file is written here, from the rows. */
function replayProblems(row: PublishedRow): readonly string[] {
  const { id, supply, lot, minimum, cap, secretHash, lines } = row
  const rule =
    row.rule === 'lottery'
      ? `{"cap":"${cap}","kind":"lottery","parcel":"${minimum}"}`
      : `{"cap":"${cap}","kind":"pro-rata"}`
  const source = '{"actsAfterClosing":1,"kind":"journal-head"}'
  const plan = `{"lot":"${lot}","offeringId":"${id}","publicValue":${source},"rule":${rule},"secretHash":"${secretHash}","supply":"${supply}","version":1}`
  const planHash = createHash('sha256').update(`bolsillo.allotment-plan.1\n${plan}\n`).digest('hex')
  const header =
    `{"applications":${lines.length},"closingAct":"${row.closingAct}","format":"bolsillo.allotment.1","plan":${plan},` +
    `"planHash":"${planHash}","publicAt":"${row.publicAt}","publicValue":"${row.publicValue}","root":"${row.root}",` +
    `"secret":"${row.secret}","seed":"${row.seed}","total":"${row.allotted}"}`
  const replay = createReplay()
  replay.push(new TextEncoder().encode([header, ...lines].map((line) => `${line}\n`).join('')))
  const report = finish(replay.judge())
  return report.kind === 'equal' ? [] : [`its file does not make it: it is ${report.kind}`]
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
