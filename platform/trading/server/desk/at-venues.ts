import type { Order, VenueOrder } from '../../domain/index.ts'
import type { RestingText } from '../rows/open-orders-store.ts'
import type { DeskWorld } from './desk-world.ts'
import { venueOrderOf } from './order-life.ts'

/** Orders to place at venues, collected in their priority and then placed in one call. */
export interface AtVenues {
  /** Adds an order; ignores one that is not to be at its venue. */
  readonly add: (order: Order) => void
  /** The same for one of whose text a reader found all that its venue needs. */
  readonly addResting: (resting: RestingText) => void
  /** Replaces the customers' orders at every venue by the collected ones. */
  readonly reset: () => void
}

/** Nothing collected yet. */
export function collectAtVenues(world: DeskWorld): AtVenues {
  const { facts, venues } = world
  const orders = new Map<string, Map<string, VenueOrder[]>>()
  const lineAt = (instrumentId: string, venue: string): VenueOrder[] => {
    const ofInstrument = orders.get(instrumentId) ?? new Map<string, VenueOrder[]>()
    orders.set(instrumentId, ofInstrument)
    const ofVenue = ofInstrument.get(venue) ?? []
    ofInstrument.set(venue, ofVenue)
    return ofVenue
  }
  return {
    add: (order) => {
      if (order.state !== 'open' && order.state !== 'partially-filled') return
      lineAt(order.instrumentId, order.venue).push(venueOrderOf({ world }, order))
    },
    addResting: ({ order, venue }) => {
      lineAt(order.instrumentId, venue).push(order)
    },
    reset: () => {
      for (const instrumentId of facts.instrumentIds()) {
        for (const venue of venues.filter(({ lists }) => lists(instrumentId)))
          venue.reset(instrumentId, orders.get(instrumentId)?.get(venue.id) ?? [])
      }
    },
  }
}
