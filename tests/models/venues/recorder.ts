import type { Clock } from '@bolsillo/kernel'
import type { ExecutionReport, MarketTrade, Venue, VenueOrder } from '@bolsillo/trading/domain'

/** What passed between the desk and a venue, in order. */
export type Passed =
  | {
      readonly kind: 'submit'
      readonly order: VenueOrder
      readonly reports: readonly ExecutionReport[]
      readonly at: number
    }
  | { readonly kind: 'reports'; readonly reports: readonly ExecutionReport[] }
  | { readonly kind: 'prices'; readonly instrumentId: string; readonly prices: readonly bigint[] }
  | { readonly kind: 'reset'; readonly instrumentId: string; readonly open: readonly VenueOrder[] }

/** A venue that writes down what passes. */
export function recorded(venue: Venue, log: Passed[], clock: Clock): Venue {
  return {
    ...venue,
    submit: (order) => {
      const reports = venue.submit(order)
      log.push({ kind: 'submit', order, reports, at: clock.now() })
      return reports
    },
    reset: (instrumentId, open) => {
      log.push({ kind: 'reset', instrumentId, open })
      venue.reset(instrumentId, open)
    },
    start: (line) =>
      venue.start({
        ...line,
        report: (reports) => {
          log.push({ kind: 'reports', reports })
          line.report(reports)
        },
        marketData: (instrumentId, data) => {
          const prices = [...pricesOf(data.trades ?? []), ...(data.reached ?? [])]
          if (prices.length > 0) log.push({ kind: 'prices', instrumentId, prices })
          line.marketData(instrumentId, data)
        },
      }),
  }
}

const pricesOf = (trades: readonly MarketTrade[]): bigint[] => trades.map(({ price }) => price)
