import { assert, type Rejection, reject } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { tradingRejections } from '../../contract/index.ts'
import {
  type ExecutionReport,
  type MarketFacts,
  type MarketFeed,
  type Order,
  productOf,
  type TradedInstrument,
  type TradedQuote,
  type Venue,
} from '../../domain/index.ts'
import type { Cancelled, CancelOrder, Placed, PlaceOrder } from '../trading.ts'
import type { ActHands, DeskAct } from './desk-act.ts'
import type { DeskProduct } from './desk-product.ts'

/** What the desk is given. */
export interface DeskWorld {
  readonly services: Services
  readonly ledger: Ledger
  readonly settings: Settings
  readonly facts: MarketFacts
  readonly feed: MarketFeed
  readonly venues: readonly Venue[]
  /** What is traded, each with what its orders move; stocks and coins are trading's own. */
  readonly products: readonly DeskProduct[]
  /** Who holds customers' cash and assets for us: the owner of the custody accounts. */
  readonly custodian: string
}

/** Who asked for a command, and how they are answered. */
export interface Asker<Outcome> {
  readonly resolve: (outcome: Outcome | ReturnType<typeof reject>) => void
  readonly reject: (error: unknown) => void
}

/** An act whose facts and answer only its product knows. `answer`: its outcome, once it is decided. */
export interface AnyAct extends Omit<DeskAct<unknown, unknown>, 'decide'> {
  decide(hands: ActHands<unknown>): Rejection | undefined
  readonly answer: () => unknown
}

/** What the desk does, one after the other. `place` and `cancel` come from customers, `act` from products, the rest from venues and time. */
export type DeskCommand =
  | {
      readonly kind: 'place'
      readonly order: PlaceOrder
      /** The quote in force when the order was received. */
      readonly quote: TradedQuote | undefined
      readonly asker: Asker<Placed>
    }
  | { readonly kind: 'cancel'; readonly order: CancelOrder; readonly asker: Asker<Cancelled> }
  | { readonly kind: 'act'; readonly act: AnyAct; readonly asker: Asker<unknown> }
  | { readonly kind: 'report'; readonly report: ExecutionReport }
  /** The market reached a stop. */
  | { readonly kind: 'trigger'; readonly orderId: Order['orderId'] }
  /** The shares of a bracket's exits may be sold now. */
  | { readonly kind: 'activate'; readonly orderId: Order['orderId'] }
  /** The day of a day order is over. */
  | { readonly kind: 'expire'; readonly orderId: Order['orderId'] }
  /** The owed work of an order cannot be carried out: the order ends. */
  | { readonly kind: 'abandon'; readonly orderId: Order['orderId'] }

/** The instrument of an order that exists. Instruments are never removed, only unlisted. */
export function instrumentOf(world: DeskWorld, instrumentId: string): TradedInstrument {
  const instrument = world.facts.instrumentOf(instrumentId)
  assert(instrument !== undefined, `no instrument ${instrumentId}`)
  return instrument
}

/** The product of orders; undefined when this desk does not trade it. */
export function productFor(world: Pick<DeskWorld, 'products'>, instrument: TradedInstrument): DeskProduct | undefined {
  const name = productOf(instrument)
  return world.products.find(({ product }) => product === name)
}

/** The product of an order that exists. */
export function productOfOrder(world: Pick<DeskWorld, 'products'>, order: Pick<Order, 'product'>): DeskProduct {
  const found = world.products.find(({ product }) => product === order.product)
  assert(found !== undefined, `nobody trades ${order.product}`)
  return found
}

/** The venue that lists an instrument; undefined when none does. */
export function venueFor(world: DeskWorld, instrumentId: string): Venue | undefined {
  return world.venues.find((venue) => venue.lists(instrumentId))
}

/** The venue of an order that exists. */
export function venueOf(world: DeskWorld, order: Order): Venue {
  const venue = world.venues.find(({ id }) => id === order.venue)
  assert(venue !== undefined, `no venue ${order.venue}`)
  return venue
}

/** A refusal for an instrument nobody trades. */
export const notListed = (symbol: string) => reject(tradingRejections.notListed, { values: { symbol } })
