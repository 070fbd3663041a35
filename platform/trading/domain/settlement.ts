import type { Asset, Id, Instant, Money, Price, Quantity, Rejection } from '@bolsillo/kernel'
import type { AccountId, Balance, JournalEntry } from '@bolsillo/ledger/domain'
import type { Fill, Order } from './order.ts'
import type { FillSums } from './order-sums.ts'
import type { MarketFacts, TradedInstrument, TradedProduct } from './traded-instrument.ts'

/** A customer and an instrument: what a position belongs to. */
export interface Holding {
  readonly customerId: Id<'cus'>
  readonly instrumentId: string
}

/**
 * What a batch of the desk has read and remembers, at this point of the batch: earlier commands of it are in it. Asking for what the scope does not hold is a bug and asserts.
 */
export interface Books<Facts> {
  readonly now: Instant
  readonly market: MarketFacts
  /** Who holds customers' cash and assets for us: the owner of the custody accounts. */
  readonly custodian: string
  readonly balance: (account: AccountId) => Balance
  /** What the product remembers of a holding. */
  readonly facts: (holding: Holding) => Facts
  /** Open orders of a holding, in no order, of products whose customers own no asset (`ownsAsset`). */
  readonly resting: (holding: Holding) => readonly Order[]
  /** Those of them that may only make its position smaller. */
  readonly reducing: (holding: Holding) => readonly Order[]
  readonly newId: <Prefix extends string>(prefix: Prefix) => Id<Prefix>
}

/** A fill about to be settled. `order` is as it was before; `sums` is what the fill adds to it. */
export interface FillToSettle {
  readonly order: Order
  readonly instrument: TradedInstrument
  readonly price: Price
  readonly quantity: Quantity
  readonly liquidity: 'maker' | 'taker'
  /** Amount (price × quantity), commission and VAT due, rounded over the whole order. */
  readonly sums: FillSums
  readonly entryId: Id<'ent'>
  readonly at: Instant
  /** When what was bought settles and may be sold again, by the instrument's calendar. */
  readonly settlesOn: Fill['settlesOn']
  readonly sellableAt: Instant
  /** How much of the order's reservation this fill uses up; 0 when there is none. */
  readonly holdId: Id<'hld'> | undefined
  readonly released: bigint
}

/** What a fill moves. */
export interface SettledFill<Facts> {
  /** The first has the fill's `entryId` and gives `released` back on the held account; any others follow it. */
  readonly entries: readonly JournalEntry[]
  /** What the holding has become. */
  readonly facts: Facts
  /** Commission and VAT as they were charged, where that may be less than due; undefined: all that was due. */
  readonly charged?: { readonly fee: Money; readonly vat: Money }
}

/**
 * What orders of a product reserve and what their fills move: the one place where an exchange of an asset against cash
 * (stock, spot) and a change of a position against margin (contract) differ. The desk does all the rest for all of them.
 *
 * Pure and synchronous: it decides on the books it is given, and the same books give the same answer, because a batch that
 * failed is decided again. `Facts` is what the product remembers of a holding, or of all holdings of a customer: `factsKey`
 * says which. The desk is the only writer of it, so it is remembered between batches and carried on to the next one.
 */
export interface Settlement<Facts = unknown> {
  readonly product: TradedProduct
  /** Every account an order of a holding may touch, the house's included. They are read before anything is decided. */
  accounts(holding: Holding, instrument: TradedInstrument, custodian: string): readonly AccountId[]
  /** What a holding's facts are known by, among all products'. */
  factsKey(holding: Holding): string
  /** Why an order is refused that has passed all general checks: what the customer has does not carry it. */
  problem(order: Order, instrument: TradedInstrument, books: Books<Facts>): Rejection | undefined
  /**
   * Whether a resting order could be one of `unfit`, by the order alone: then the orders behind it in the book are read
   * too, because they are met when this one ends.
   */
  mayBeUnfit?(order: Order): boolean
  /**
   * Of orders that rest and are about to be met, in the order of the book: those their customers cannot answer for as things
   * are now. They end instead of being filled.
   */
  unfit?(orders: readonly Order[], instrument: TradedInstrument, books: Books<Facts>): readonly Id<'ord'>[]
  /** How much may be sold of what an order would sell, where it sells something owned. */
  sellable?(order: Order, instrument: TradedInstrument, books: Books<Facts>): bigint
  /** What must be reserved for an order as it is now, in units of what it holds. 0 for one that has ended. */
  needOf(order: Order, instrument: TradedInstrument): bigint
  /** Where that is reserved, and of what. */
  held(order: Order, instrument: TradedInstrument): { readonly account: AccountId; readonly asset: Asset }
  /** What a fill moves. It has happened at the venue: it cannot be refused any more. */
  fill(fill: FillToSettle, books: Books<Facts>): SettledFill<Facts>
}
