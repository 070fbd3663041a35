import type { Id, Instant } from '@bolsillo/kernel'
import { writeDecimal, writeMoney } from '@bolsillo/kernel'
import { accountId, customerAccount, type JournalEntry, type Posting } from '@bolsillo/ledger/domain'
import type { Conversion } from './conversion-sums.ts'

/** Which cash of a customer is converted. */
export type ConversionPurse = 'stock' | 'coin' | 'contract'

/** A conversion about to be booked: its sums, whose it is, and the inputs they were made from. */
export interface ConversionFacts extends Conversion {
  readonly quoteId: Id<'fxq'>
  readonly customerId: Id<'cus'>
  readonly purse: ConversionPurse
  readonly mid: bigint
  readonly midScale: number
  readonly midSource: string
  readonly midSequence: bigint
  readonly spreadBps: bigint
}

/**
 * The journal entry of a conversion. The custodian swaps the two currencies at the middle; the spread goes to our fees
 * on a line of its own, so that the customer sees what we took. Its inputs stand in the details.
 */
export function conversionEntry(
  facts: ConversionFacts,
  entry: { readonly id: Id<'ent'>; readonly at: Instant; readonly custodian: string },
): JournalEntry {
  const { source, target, charge, customerId, purse } = facts
  const pays = customerAccount(customerId, purse, source.asset.code)
  const spread: readonly Posting[] =
    charge.minor === 0n
      ? []
      : [
          { account: pays, posted: -charge.minor, held: 0n },
          { account: accountId('house', 'fees', source.asset.code), posted: charge.minor, held: 0n },
        ]
  const swapped = source.minor - charge.minor
  return {
    id: entry.id,
    kind: 'conversion',
    at: entry.at,
    actor: customerId,
    reference: `conversion:${facts.quoteId}`,
    details: {
      source: `${writeMoney(source)} ${source.asset.code}`,
      target: `${writeMoney(target)} ${target.asset.code}`,
      charge: writeMoney(charge),
      mid: writeDecimal(facts.mid, facts.midScale),
      midSource: facts.midSource,
      midSequence: facts.midSequence.toString(),
      spreadBps: facts.spreadBps.toString(),
    },
    postings: [
      { account: pays, posted: -swapped, held: 0n },
      { account: accountId(entry.custodian, 'custody', source.asset.code), posted: swapped, held: 0n },
      ...spread,
      { account: customerAccount(customerId, purse, target.asset.code), posted: target.minor, held: 0n },
      { account: accountId(entry.custodian, 'custody', target.asset.code), posted: -target.minor, held: 0n },
    ],
  }
}
