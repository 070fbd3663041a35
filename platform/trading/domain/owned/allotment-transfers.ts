import {
  type Id,
  type Instant,
  instant,
  type Money,
  money,
  type Quantity,
  quantityOf,
  writeDecimal,
} from '@bolsillo/kernel'
import { accountParts, type JournalEntry } from '@bolsillo/ledger/domain'
import type { HoldingFacts } from '../asset-exchange.ts'
import type { PositionLock } from '../order.ts'
import { emptyPosition, positionAfter } from '../position-rules.ts'
import type { Books, Holding } from '../settlement.ts'
import { assetAccount, cashAccount, sharedAccounts } from '../trade-transfers.ts'
import type { TradedInstrument } from '../traded-instrument.ts'

// Shares that were allotted in an offering: they come at the price of the offering, from the market's custody, and no order
// was filled. The position and its locks are derived from its one entry.

/** The kind of that entry. */
const allotmentKind = 'stock-allotment'

/** Whether an entry is an allotment. */
export const isAllotment = ({ kind }: Pick<JournalEntry, 'kind'>): boolean => kind === allotmentKind

/** Shares allotted to a customer, paid out of what was held for their application. */
export interface Allotment extends Holding {
  readonly entryId: Id<'ent'>
  /** What it belongs to: `application:sub_…`. */
  readonly reference: string
  readonly quantity: Quantity
  /** What is paid: no more than was held. */
  readonly amount: Money
  /** The hold of the application and all that remains of it: the rest is released. */
  readonly holdId: Id<'hld'>
  readonly held: bigint
  /** From when on the shares may be sold. */
  readonly sellableAt: Instant
}

/** Allotment, payment and release of the rest: one entry. */
function allotmentEntry(
  allotment: Allotment,
  {
    at,
    instrument,
    custodian,
  }: { readonly at: Instant; readonly instrument: TradedInstrument; readonly custodian: string },
): JournalEntry {
  const { entryId, reference, customerId, quantity, amount, holdId, held, sellableAt } = allotment
  const [custodyCash, custodyAssets] = sharedAccounts(instrument, custodian)
  return {
    id: entryId,
    kind: allotmentKind,
    at,
    actor: 'offerings',
    reference,
    details: {
      instrument: instrument.id,
      quantity: writeDecimal(quantity, instrument.scale.quantityScale),
      currency: amount.asset.code,
      sellableAt: String(sellableAt),
    },
    postings: [
      { account: cashAccount(customerId, instrument), posted: -amount.minor, held: -held, holdId },
      { account: custodyCash, posted: amount.minor, held: 0n },
      { account: custodyAssets, posted: -quantity, held: 0n },
      { account: assetAccount(customerId, instrument), posted: quantity, held: 0n },
    ],
  }
}

/** What a holding becomes by an allotment: a purchase at its price without commission, and a lock until it may be sold. */
export function holdingAfterAllotment(
  { position, locks }: HoldingFacts,
  {
    customerId,
    instrumentId,
    quantity,
    amount,
    sellableAt,
  }: Omit<Allotment, 'entryId' | 'reference' | 'holdId' | 'held'>,
  { at, now }: { readonly at: Instant; readonly now: Instant },
): HoldingFacts {
  const nothing = money(0n, amount.asset)
  const bought = { customerId, instrumentId, side: 'buy', quantity, amount, fee: nothing, vat: nothing, at } as const
  return {
    position: positionAfter(position ?? emptyPosition(bought), bought),
    locks:
      sellableAt > at && sellableAt > now ? withLock(locks, { customerId, instrumentId, sellableAt, quantity }) : locks,
  }
}

function withLock(locks: readonly PositionLock[], lock: PositionLock): readonly PositionLock[] {
  const same = locks.find(({ sellableAt }) => sellableAt === lock.sellableAt)
  const others = locks.filter((one) => one !== same)
  return [...others, { ...lock, quantity: quantityOf((same?.quantity ?? 0n) + lock.quantity) }]
}

/** An allotment as its entry in the journal says it; undefined of every other entry. `assetOf` gives the scale of a currency. */
export function allotmentOf(
  entry: Pick<JournalEntry, 'kind' | 'details' | 'postings'>,
  assetOf: (code: string) => Money['asset'],
): Omit<Allotment, 'entryId' | 'reference' | 'holdId' | 'held'> | undefined {
  if (!isAllotment(entry)) return undefined
  const own = entry.postings.map((posting) => ({ ...posting, ...accountParts(posting.account) }))
  const { instrument = '', currency = '', sellableAt = '' } = entry.details
  const cash = own.find(({ ownerKind, asset }) => ownerKind === 'customer' && asset === currency)
  const shares = own.find(({ ownerKind, asset }) => ownerKind === 'customer' && asset !== currency)
  if (cash === undefined || shares === undefined) return undefined
  return {
    customerId: shares.owner as Id<'cus'>,
    instrumentId: instrument,
    quantity: quantityOf(shares.posted),
    amount: money(-cash.posted, assetOf(currency)),
    sellableAt: instant(Number(sellableAt)),
  }
}

/** Decides an allotment on the desk's books. @returns what is posted, and what the holding becomes. */
export function decideAllotment(
  allotment: Allotment,
  instrument: TradedInstrument,
  books: Pick<Books<HoldingFacts>, 'now' | 'custodian' | 'facts'>,
): { readonly entry: JournalEntry; readonly facts: HoldingFacts } {
  const { now: at, custodian } = books
  return {
    entry: allotmentEntry(allotment, { at, instrument, custodian }),
    facts: holdingAfterAllotment(books.facts(allotment), allotment, { at, now: at }),
  }
}
