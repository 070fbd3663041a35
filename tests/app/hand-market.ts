import type { ChosenMarket } from '@bolsillo/app-server'
import { type Instant, type Price, priceOf } from '@bolsillo/kernel'
import type { HistorySource, MarketHours } from '@bolsillo/market/domain'
import { noHistory, quoteByHand } from '@bolsillo/market/fixtures'
import { createMarket } from '@bolsillo/market/server'
import type { Services } from '@bolsillo/server-kit'
import type { Venue } from '@bolsillo/trading/domain'
import { type BookVenue, createBookVenue } from '@bolsillo/trading/fixtures'

/** A market in which nothing happens but what a test does. */
export interface HandMarket<V extends Venue = Venue> extends ChosenMarket {
  readonly venue: V
  /** Somebody else's book and print: bid, ask and last price in the instrument's units. */
  readonly quote: ReturnType<typeof quoteByHand>
  /** Pesos for a dollar: bid and ask with five decimals. */
  readonly quoteDollar: (bid: bigint, ask: bigint) => void
  /** What all three venues of a coin's index say it is worth. */
  readonly index: Map<string, Price>
}

/** Such a market for rooms that do not trade: always open, its venue has no books, and its middles may be a test's. */
export function stillMarket(
  services: Services,
  midOf?: ChosenMarket['market']['rates']['midOf'],
): HandMarket<BookVenue> {
  const venue = () => createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds: [] })
  const made = handMarket(services, { hours: 'always', venue })
  const rates = { ...made.market.rates, ...(midOf === undefined ? {} : { midOf }) }
  return { ...made, market: { ...made.market, rates } }
}

/** Makes such a market over a venue; of these instruments only, where they are given. */
export function handMarket<V extends Venue>(
  services: Services,
  options: {
    readonly hours: MarketHours
    readonly venue: (market: ChosenMarket['market']) => V
    readonly history?: HistorySource
    readonly instrumentIds?: readonly string[]
    /** Kept by who makes more than one of them. */
    readonly index?: Map<string, Price>
  },
): HandMarket<V> {
  const { hours, history = noHistory, instrumentIds, index = new Map() } = options
  const publisher = { publish: () => undefined }
  const market = createMarket({ services, publisher, history, hours, source: 'simulated' })
  return {
    market,
    venue: options.venue(market),
    facts: instrumentIds === undefined ? market.facts : { ...market.facts, instrumentIds: () => instrumentIds },
    index,
    indexOf: (coin: string, at: Instant) => {
      const price = index.get(coin)
      return price === undefined ? [] : ['one', 'two', 'three'].map((venue) => ({ venue, price, at, sequence: 1 }))
    },
    quote: quoteByHand(market.state, services.clock),
    quoteDollar: (bid, ask) => {
      const sequence = market.state.lastSequence('USD/MXN') + 1
      const from = { sequence, at: services.clock.now(), source: 'simulated' } as const
      market.state.onQuote('USD/MXN', { ...from, bid: priceOf(bid), ask: priceOf(ask) })
    },
  }
}
