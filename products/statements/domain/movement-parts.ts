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
    return [{ purse, asset, part: partOfLine(postings, account, line), posted, held, postedAfter }]
  })
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
