import { type Id, type Instant, type Money, writeMoneyAndCode } from '@bolsillo/kernel'
import { customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'
import type { PurseName } from './transfer-rules.ts'

/** Money of a customer about to go from one of their purses to another. */
interface TransferFacts {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly customerId: Id<'cus'>
  readonly from: PurseName
  readonly to: PurseName
  readonly amount: Money
}

/** The one entry of a transfer: nobody else is part of it, and nothing is charged. */
export function transferEntry({ id, at, customerId, from, to, amount }: TransferFacts): JournalEntry {
  const { asset, minor } = amount
  return {
    id,
    kind: 'purse-transfer',
    at,
    actor: customerId,
    reference: `transfer:${id}`,
    details: { from, to, amount: writeMoneyAndCode(amount) },
    postings: [
      { account: customerAccount(customerId, from, asset.code), posted: -minor, held: 0n },
      { account: customerAccount(customerId, to, asset.code), posted: minor, held: 0n },
    ],
  }
}
