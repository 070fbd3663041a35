import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { Id, Instant } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Db, NeedsPort, Publisher, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { OpeningLimits, OrderAuthorisations, TradePasswords } from '@bolsillo/trading/server'
import type { IndexSource } from './funding/marks.ts'
import type { NumbersOf } from './operator/late-liquidations.ts'

/** Customers of the demo, by id. */
export type DemoCustomersOf = (db: Db) => Promise<readonly string[]>

/** What this room is given by the composition root. Trading comes later: it is made with the product this room hands it. */
export interface ContractsGiven {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  readonly publisher: Publisher
  readonly market: Pick<MarketState, 'quote' | 'book' | 'lastTrades'>
  /** All instruments of the market; contracts are the perpetuals among them. */
  readonly instruments: readonly Instrument[]
  /** What the venues of a coin's index say it is worth now. */
  readonly indexOf: (coin: string, at: Instant) => readonly IndexSource[]
  readonly custodian: string
  /** The customers' log, and the way to them: warnings before a liquidation are acts and messages. */
  readonly audit: Pick<Audit, 'record'>
  readonly customers: Pick<CustomerRecords, 'notify'>
  /** platform/identity's. Runs its own transaction, so that failures are counted even when the order is refused. */
  readonly tradePasswords: TradePasswords
  /** What is asked of a customer before an order: the ticket says so before anything is typed. */
  readonly needs: Pick<NeedsPort, 'trade-password-set' | 'identity-before-trading'>
  readonly ownLimits?: OpeningLimits | undefined
  /** Until when nothing is opened on credit, because what protects the account changed; platform/identity's. */
  readonly creditHeldUntil?: ((db: Db, customerId: Id<'cus'>, now: Instant) => Promise<Instant | undefined>) | undefined
  /** Until when orders of a session need no trade password. */
  readonly authorisations: Pick<OrderAuthorisations, 'authorisedUntil'>
  /** The customers of the demo, whom the public share of losing accounts leaves out; none when absent. */
  readonly demoCustomers?: DemoCustomersOf | undefined
  /** The numbers customers are known to support by: what staff see of whose liquidation is late. */
  readonly numbersOf?: NumbersOf | undefined
}
