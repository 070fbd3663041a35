import { accountParts } from './account.ts'
import { entryPreimage, type RecordedEntry } from './chain.ts'

/** Whether an entry moved, reserved or released something of a customer's. */
export function isEntryOf(entry: RecordedEntry, customerId: string): boolean {
  return entry.postings.some(({ account }) => accountParts(account).owner === customerId)
}

/** The text an entry's hash is taken of, for one customer's eyes: undefined where it names another customer. */
export function soleEntryText(previousHash: string, entry: RecordedEntry, customerId: string): string | undefined {
  const namesOthers = entry.postings.some(({ account }) => {
    const { owner, ownerKind } = accountParts(account)
    return ownerKind === 'customer' && owner !== customerId
  })
  return namesOthers ? undefined : entryPreimage(previousHash, entry)
}
