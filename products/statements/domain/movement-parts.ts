import type { Id } from '@bolsillo/kernel'
import { accountParts, type EntryPart, type Purse, partOfLine, type RecordedEntry } from '@bolsillo/ledger/domain'

/** A line of a customer's in an entry. Minor units of the asset. */
export interface OwnLine {
  readonly purse: Purse
  readonly asset: string
  readonly part: EntryPart
  readonly posted: bigint
  readonly held: bigint
  readonly postedAfter: bigint
}

/** A line of an entry that is not the customer's. */
interface OtherLine {
  readonly owner: 'customer' | 'house' | 'venue'
  readonly purse: Purse
  readonly asset: string
  readonly posted: bigint
}

/** The lines of a customer in an entry that moved something, in order. */
export function ownLines({ postings }: RecordedEntry, customerId: Id<'cus'>): readonly OwnLine[] {
  return postings.flatMap(({ account, posted, held, postedAfter }, line) => {
    const { owner, purse, asset } = accountParts(account)
    if (owner !== customerId || posted === 0n) return []
    const part = partOfLine(postings, account, line)
    return withRefunds({ purse, asset, part, posted, held, postedAfter }, postings)
  })
}

/**
 * A line as it is; or, of one that brings charges back together with what they were charged for (a withdrawal of an earlier
 * version that failed), the thing and each charge by itself, so that all lines of a charge sum to what was charged.
 */
function withRefunds(line: OwnLine, postings: RecordedEntry['postings']): readonly OwnLine[] {
  const refunds = postings.flatMap(({ account, posted }) => {
    const { ownerKind, purse, asset } = accountParts(account)
    const isCharge = ownerKind === 'house' && (purse === 'fees' || purse === 'vat') && asset === line.asset
    return isCharge && posted < 0n ? [{ part: purse, posted: -posted }] : []
  })
  const refunded = refunds.reduce((sum, { posted }) => sum + posted, 0n)
  if (refunded === 0n || line.posted <= refunded) return [line]
  let { postedAfter } = line
  const lines = [...refunds].reverse().map(({ part, posted }) => {
    const refund: OwnLine = { ...line, part, posted, held: 0n, postedAfter }
    postedAfter -= posted
    return refund
  })
  return [{ ...line, posted: line.posted - refunded, postedAfter }, ...lines.reverse()]
}

/** Who was on the other side: another customer stays unnamed, that there was one is part of where money came from. */
export function otherLines({ postings }: RecordedEntry, customerId: Id<'cus'>): readonly OtherLine[] {
  return postings.flatMap(({ account, posted }) => {
    const { owner, ownerKind, purse, asset } = accountParts(account)
    return owner === customerId || posted === 0n ? [] : [{ owner: ownerKind, purse, asset, posted }]
  })
}

/** Sums by purse and asset, in the order they first occur; what came to nothing is left out. */
export function movedBy<Line extends { readonly purse: Purse; readonly asset: string; readonly posted: bigint }>(
  lines: readonly Line[],
): readonly { readonly purse: Purse; readonly asset: string; readonly posted: bigint }[] {
  const sums = new Map<string, { purse: Purse; asset: string; posted: bigint }>()
  for (const { purse, asset, posted } of lines) {
    const known = sums.get(`${purse}:${asset}`)
    if (known === undefined) sums.set(`${purse}:${asset}`, { purse, asset, posted })
    else known.posted += posted
  }
  return [...sums.values()].filter(({ posted }) => posted !== 0n)
}
