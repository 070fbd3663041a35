import { type Id, type Instant, isId } from '@bolsillo/kernel'
import { type AccountId, readAccountId } from './account.ts'

/**
 * One line of an entry. Amounts are minor units of the account's asset (the last part of its name); `+` is credit.
 * `posted` changes what the account has, `held` what of it is reserved. A reservation is opened with `held` > 0 under
 * a new `holdId`, and drawn on or released with `held` < 0 under the same one.
 */
export interface Posting {
  readonly account: AccountId
  readonly posted: bigint
  readonly held: bigint
  readonly holdId?: Id<'hld'>
}

/** A change of the books: all of it happens or none. Per asset its postings sum to zero. Never edited, never deleted. */
export interface JournalEntry {
  readonly id: Id<'ent'>
  /** What happened, as a word the customer's statement has a text for: `stock-buy`, `practice-grant`. */
  readonly kind: string
  readonly at: Instant
  /** Who caused it: a `cus_…` or `opr_…` id, or the name of a process of ours (`desk`, `seed`). */
  readonly actor: string
  /** What it belongs to: `order:ord_…`. */
  readonly reference: string
  /** What the statement's text needs: `{ instrument: 'WALMEX.MX', quantity: '50' }`. No personal data. */
  readonly details: Readonly<Record<string, string>>
  readonly postings: readonly Posting[]
}

/** What an account has (`posted`) and how much of it is reserved (`held`), in minor units of its asset. */
export interface Balance {
  readonly posted: bigint
  readonly held: bigint
}

/** What may be spent: posted − held. */
export function available(balance: Balance): bigint {
  return balance.posted - balance.held
}

/** Nothing. */
export const emptyBalance: Balance = { posted: 0n, held: 0n }

/** Limits of one entry. */
const entryLimits = {
  postings: 64,
  details: 16,
  detailLength: 200,
  actorLength: 40,
  referenceLength: 80,
} as const

const int8Max = 9_223_372_036_854_775_807n
const kindShape = /^[a-z][a-z0-9-]{1,39}$/
const actorShape = /^[A-Za-z][A-Za-z0-9_-]*$/
const referenceShape = /^[a-z][a-z-]*:[A-Za-z0-9_.:-]+$/
const detailKeyShape = /^[a-z][A-Za-z0-9]{0,39}$/
const unstorable = /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * Everything wrong with an entry by itself; empty when it may be posted (balances permitting).
 * Whoever makes entries is our own code, so the ledger asserts this is empty: a problem here is a bug.
 */
export function entryProblems(entry: JournalEntry): string[] {
  // One list for all: thousands of entries a second have none.
  const problems: string[] = []
  noteHeadProblems(entry, problems)
  notePostingProblems(entry.postings, problems)
  noteConservationProblems(entry.postings, problems)
  return problems
}

function noteHeadProblems(entry: JournalEntry, problems: string[]): void {
  if (!isId('ent', entry.id)) problems.push(`id ${entry.id} is not an entry id`)
  if (!kindShape.test(entry.kind)) problems.push(`kind ${entry.kind} is not a word in kebab-case`)
  if (!Number.isSafeInteger(entry.at) || entry.at < 0) problems.push(`at ${entry.at} is not an instant`)
  if (entry.actor.length > entryLimits.actorLength || !actorShape.test(entry.actor)) {
    problems.push(`actor ${entry.actor} is not an id or a name`)
  }
  if (entry.reference.length > entryLimits.referenceLength || !referenceShape.test(entry.reference)) {
    problems.push(`reference ${entry.reference} is not <what>:<id>`)
  }
  const details = Object.entries(entry.details)
  if (details.length > entryLimits.details) problems.push(`more than ${entryLimits.details} details`)
  for (const [key, value] of details) {
    if (!detailKeyShape.test(key)) problems.push(`detail ${key} is not a camelCase word`)
    if (value.length > entryLimits.detailLength || unstorable.test(value))
      problems.push(`detail ${key} is not plain text`)
  }
}

function notePostingProblems(postings: readonly Posting[], problems: string[]): void {
  if (postings.length === 0) problems.push('no postings')
  if (postings.length > entryLimits.postings) problems.push(`more than ${entryLimits.postings} postings`)
  for (const [line, posting] of postings.entries()) {
    const what = postingProblem(posting)
    if (what !== undefined) problems.push(`posting ${line} (${posting.account}): ${what}`)
    const { holdId } = posting
    if (holdId === undefined) continue
    if (postings.findIndex((other) => other.holdId === holdId) < line) problems.push(`hold ${holdId} occurs twice`)
  }
}

function postingProblem({ account, posted, held, holdId }: Posting): string | undefined {
  const parts = readAccountId(account)
  if (parts === undefined) return 'the chart of accounts has no such account'
  if (!isInt8(posted) || !isInt8(held)) return 'an amount is beyond 64 bits'
  if (posted === 0n && held === 0n) return 'changes nothing'
  if (held === 0n) return holdId === undefined ? undefined : 'names a hold and holds nothing'
  if (holdId === undefined) return 'holds under no hold id'
  if (!isId('hld', holdId)) return `${holdId} is not a hold id`
  return parts.holds ? undefined : 'nothing can be reserved on this kind of account'
}

function noteConservationProblems(postings: readonly Posting[], problems: string[]): void {
  const sums = new Map<string, bigint>()
  for (const { account, posted } of postings) {
    if (posted === 0n) continue
    const asset = readAccountId(account)?.asset
    if (asset !== undefined) sums.set(asset, (sums.get(asset) ?? 0n) + posted)
  }
  for (const [asset, sum] of sums) if (sum !== 0n) problems.push(`${asset} sums to ${sum}, not to 0`)
}

function isInt8(value: bigint): boolean {
  return value <= int8Max && value >= -int8Max
}

/** Whether an entry was made up for the demonstration: nothing of the kind happened. */
export function isMadeUp(details: Readonly<Record<string, string>>): boolean {
  return details.seed !== undefined
}
