import { accountParts } from './account.ts'
import type { RecordedEntry } from './chain.ts'

/** Whether an entry moved, reserved or released something of a customer's. */
export function isEntryOf(entry: RecordedEntry, customerId: string): boolean {
  return entry.postings.some(({ account }) => accountParts(account).owner === customerId)
}

/** Whether one customer may see what an entry's hash is taken of: not where it has lines of another customer. */
export function isForEyesOf(entry: RecordedEntry, customerId: string): boolean {
  return entry.postings.every(({ account }) => {
    const { owner, ownerKind } = accountParts(account)
    return ownerKind !== 'customer' || owner === customerId
  })
}
