import { currencies, type Id, type Instant, idOf, type Money } from '@bolsillo/kernel'
import { accountId, customerAccount } from './account.ts'
import type { JournalEntry } from './journal-entry.ts'

// The money moves of this room: practice money, and only that. Everything else is moved by the rooms it concerns.

/** The one entry that fills practice-funding has this id in every practice market, so it can be made only once. */
export const practicePoolEntryId = idOf('ent', 'ent_0000000000000000000000P001')

/** The same for the coins of a practice market that was opened before coins were traded. */
export const practiceCoinPoolEntryId = idOf('ent', 'ent_0000000000000000000000P003')

/** Fills practice-funding: what practice customers can be granted in all. The custodian "holds" it. */
export function practicePoolEntry(
  amounts: readonly Money[],
  custodian: string,
  at: Instant,
  id: Id<'ent'> = practicePoolEntryId,
): JournalEntry {
  return {
    id,
    kind: 'practice-pool',
    at,
    actor: 'ledger',
    reference: 'practice:pool',
    details: {},
    postings: amounts.flatMap(({ minor, asset }) => [
      { account: accountId('house', 'practice-funding', asset.code), posted: minor, held: 0n },
      { account: accountId(custodian, 'custody', asset.code), posted: -minor, held: 0n },
    ]),
  }
}

/** Gives a customer practice money out of practice-funding, which itself cannot go below zero. */
export function practiceGrantEntry(grant: {
  readonly id: Id<'ent'>
  readonly customerId: Id<'cus'>
  readonly amounts: readonly Money[]
  readonly at: Instant
  /** Of a customer of the demo: it is dated back. */
  readonly seed?: 'demo'
}): JournalEntry {
  return {
    id: grant.id,
    kind: 'practice-grant',
    at: grant.at,
    actor: grant.customerId,
    reference: `practice:${grant.customerId}`,
    details: grant.seed === undefined ? {} : { seed: grant.seed },
    postings: grant.amounts.flatMap(({ minor, asset }) => [
      { account: accountId('house', 'practice-funding', asset.code), posted: -minor, held: 0n },
      // Cash goes to where shares are traded, coins to where coins are.
      {
        account: customerAccount(grant.customerId, asset.code in currencies ? 'stock' : 'coin', asset.code),
        posted: minor,
        held: 0n,
      },
    ]),
  }
}
