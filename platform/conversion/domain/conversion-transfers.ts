import type { Id, Instant, Money } from '@bolsillo/kernel'
import { writeDecimal, writeMoney, writeMoneyAndCode } from '@bolsillo/kernel'
import { accountId, customerAccount, type JournalEntry, type Posting } from '@bolsillo/ledger/domain'
import type { Conversion } from './conversion-sums.ts'
import type { Exact, SourcedMid } from './cross-rate.ts'

/** Which cash of a customer is converted. */
export type ConversionPurse = 'stock' | 'coin' | 'contract'

/** A conversion to be booked: its sums, its customer, and the inputs of the sums. */
export interface ConversionFacts extends Conversion {
  readonly quoteId: Id<'fxq'>
  readonly customerId: Id<'cus'>
  readonly purse: ConversionPurse
  /** Which amount the customer named: the exact target, or the most of the source. */
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
 * The journal entry of a conversion. The custodian swaps the two currencies at the mid. The spread goes to our fees
 * on a posting of its own, so that the customer sees our charge, and the rounding goes to the rounding account on
 * another. The details hold all inputs, so that anybody can recompute the sums.
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
