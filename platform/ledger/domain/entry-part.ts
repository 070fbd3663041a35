import { type AccountId, accountParts } from './account.ts'
import type { Posting } from './journal-entry.ts'

/** What one line of a customer is within its entry. */
export const entryParts = ['whole', 'fees', 'vat', 'rounding'] as const
export type EntryPart = (typeof entryParts)[number]

/**
 * What a line of an entry is. Commission and tax have lines of their own that pay exactly what the house gets, after
 * the line of the thing itself; so lines and the house's legs are matched from the end, each once. There may be no thing
 * itself: opening a contract moves only what it costs, so the first line may be a charge, too.
 */
export function partOfLine(postings: readonly Posting[], account: AccountId, line: number): EntryPart {
  const house = postings.filter((posting) => accountParts(posting.account).ownerKind === 'house')
  const { asset } = accountParts(account)
  const legs = house.filter((posting) => accountParts(posting.account).asset === asset)
  for (let index = postings.length - 1; index >= line; index -= 1) {
    const own = postings[index]
    if (own === undefined || own.account !== account || own.posted >= 0n) continue
    const match = legs.findLastIndex((leg) => leg.posted === -own.posted)
    const [leg] = match < 0 ? [] : legs.splice(match, 1)
    if (index === line) return leg === undefined ? 'whole' : partOfPurse(accountParts(leg.account).purse)
  }
  return 'whole'
}

function partOfPurse(purse: string): EntryPart {
  return purse === 'fees' || purse === 'vat' || purse === 'rounding' ? purse : 'whole'
}
