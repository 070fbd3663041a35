import type { Id, Instant, Money } from '@bolsillo/kernel'
import { writeDecimal, writeMoney, writeMoneyAndCode } from '@bolsillo/kernel'
import { accountId, customerAccount, type JournalEntry, type Posting } from '@bolsillo/ledger/domain'
import type { Conversion } from './conversion-sums.ts'
import type { Exact, SourcedMid } from './cross-rate.ts'

/** Which cash of a customer is converted. */
export type ConversionPurse = 'stock' | 'coin' | 'contract'

/** A conversion about to be booked: its sums, whose it is, and the inputs they were made from. */
export interface ConversionFacts extends Conversion {
  readonly quoteId: Id<'fxq'>
  readonly customerId: Id<'cus'>
  readonly purse: ConversionPurse
  /** Which of the two amounts the customer named: the target exactly, or the source to give no more than. */
  readonly exact: Exact
  /** `BRL/MXN`: the middle is this much of the second for one of the first. */
  readonly pair: string
  readonly mid: bigint
  readonly midScale: number
  /** Every price the middle was made from: one, or two that a cross is made of. */
  readonly ticks: readonly ConversionTick[]
  readonly spreadBps: bigint
}

/** A price a conversion was made from, as the market gave it. */
export interface ConversionTick extends Pick<SourcedMid, 'source' | 'sequence' | 'at' | 'mid' | 'scale'> {
  readonly pair: string
}

/**
 * The journal entry of a conversion. The custodian swaps the two currencies at the middle; the spread goes to our fees
 * on a line of its own, so that the customer sees what we took, and what is below a smallest unit to the rounding
 * account on another. All it was made from stands in the details: whoever has them makes the same sums again.
 */
export function conversionEntry(
  facts: ConversionFacts,
  entry: { readonly id: Id<'ent'>; readonly at: Instant; readonly custodian: string },
): JournalEntry {
  const { source, target, charge, rounding, customerId, purse } = facts
  const pays = customerAccount(customerId, purse, source.asset.code)
  const swapped = source.minor - charge.minor - rounding.minor
  const paid = (what: Money, to: 'fees' | 'rounding'): readonly Posting[] =>
    what.minor === 0n
      ? []
      : [
          { account: pays, posted: -what.minor, held: 0n },
          { account: accountId('house', to, source.asset.code), posted: what.minor, held: 0n },
        ]
  return {
    id: entry.id,
    kind: 'conversion',
    at: entry.at,
    actor: customerId,
    reference: `conversion:${facts.quoteId}`,
    details: {
      source: writeMoneyAndCode(source),
      target: writeMoneyAndCode(target),
      charge: writeMoney(charge),
      ...(rounding.minor === 0n ? {} : { rounding: writeMoney(rounding) }),
      exact: facts.exact,
      // Entries without it are from when the rest of an exact source went to the rounding account.
      rest: 'kept',
      pair: facts.pair,
      mid: writeDecimal(facts.mid, facts.midScale),
      ticks: facts.ticks.map(tickText).join('; '),
      spreadBps: facts.spreadBps.toString(),
    },
    postings: [
      { account: pays, posted: -swapped, held: 0n },
      { account: accountId(entry.custodian, 'custody', source.asset.code), posted: swapped, held: 0n },
      ...paid(charge, 'fees'),
      ...paid(rounding, 'rounding'),
      { account: customerAccount(customerId, purse, target.asset.code), posted: target.minor, held: 0n },
      { account: accountId(entry.custodian, 'custody', target.asset.code), posted: -target.minor, held: 0n },
    ],
  }
}

/** `USD/MXN 18.47005 simulated#1287`: at most some 80 characters, two of which an entry's detail holds. */
function tickText({ pair, mid, scale, source, sequence }: ConversionTick): string {
  return `${pair} ${writeDecimal(mid, scale)} ${source}#${sequence}`
}
