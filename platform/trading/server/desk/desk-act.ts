import type { Id, Quantity, Rejection } from '@bolsillo/kernel'
import type { AccountId, JournalEntry } from '@bolsillo/ledger/domain'
import type { IdempotencyClaim, StoredAnswer } from '@bolsillo/server-kit'
import type { Books, EndReason, Holding, Order } from '../../domain/index.ts'
import type { PlaceOrder } from '../trading.ts'

/** What an act may do, beside looking: everything goes into the batch's one transaction. */
export interface ActHands<Facts> extends Books<Facts> {
  readonly order: (orderId: Id<'ord'>) => Order | undefined
  /** Moves money between accounts the act names. It must fit: look first. */
  readonly post: (entry: JournalEntry) => void
  /** Puts a holding's facts in their next state. */
  readonly keep: (holding: Holding, facts: Facts) => void
  /**
   * Places one of the orders the act declared, or less of it, and lets it be matched. @returns the order as it is
   * after that, or why it was refused.
   */
  readonly place: (index: number, less?: { readonly quantity: Quantity }) => Order | Rejection
  /** Ends one of the orders the act declared. @returns false when it has ended already, or just filled at its venue. */
  readonly cancel: (orderId: Id<'ord'>, reason: EndReason) => boolean
}

/**
 * Something a product does to what the desk keeps for it that is neither an order nor a fill: margin added, funding paid,
 * a liquidation. It waits in the desk's line with cancels and stops, ahead of new orders, and is decided within a batch,
 * on the same books. So of a close, a liquidation and a trigger that come at once, each finds what the one before left.
 */
export interface DeskAct<Facts, Answer> {
  /** Their facts may be read and changed, and all accounts of their orders. At least one. */
  readonly holdings: readonly Holding[]
  /** Accounts beside those. */
  readonly accounts?: readonly AccountId[]
  /** Orders it may place: whoever they might meet is read, too. Ids are made by the caller. */
  readonly orders?: readonly PlaceOrder[]
  /** Orders it may end. */
  readonly cancels?: readonly Id<'ord'>[]
  /** The mount's record of the request; written in the same transaction unless it is refused. */
  readonly claim?: IdempotencyClaim | undefined
  readonly replyOf?: ((answer: Answer) => StoredAnswer) | undefined
  /**
   * Decides and does it. Synchronous, and the same for the same books: it may be called again for a batch that is decided
   * again. A refusal must come before anything is done.
   */
  readonly decide: (hands: ActHands<Facts>) => Answer | Rejection
}
