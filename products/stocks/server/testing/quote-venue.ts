import { minOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import type { MarketState } from '@bolsillo/market/domain'
import type { ExecutionReport, Venue, VenueOrder } from '@bolsillo/trading/domain'

/** A venue for tests: whoever crosses the quote is filled whole at it, everybody else waits. Customers never meet. */
export function quoteVenue(market: MarketState): Venue {
  let sequence = 1_000
  const next = (): number => {
    sequence += 1
    return sequence
  }
  return {
    id: 'simulated',
    simulated: true,
    start: async () => undefined,
    stop: async () => undefined,
    lists: () => true,
    counterparties: () => [],
    reset: () => undefined,
    cancel: (orderId) => [{ kind: 'cancelled', orderId, reason: 'customer', at: market.nowOf('WALMEX.MX') }],
    submit: (order) => submit(order, market, next),
  }
}

function submit(order: VenueOrder, market: MarketState, next: () => number): readonly ExecutionReport[] {
  const { orderId, instrumentId, side, limitPrice } = order
  const at = market.nowOf(instrumentId)
  const quote = market.quote(instrumentId)
  const price = side === 'buy' ? quote?.ask : quote?.bid
  const crosses = price !== undefined && (side === 'buy' ? price <= limitPrice : price >= limitPrice)
  if (price !== undefined && crosses) {
    const quantity = affordable(order, price)
    return [
      { kind: 'filled', orderId, price, quantity, sequence: next(), liquidity: 'taker', at },
      ...rest(order, quantity, at),
    ]
  }
  const waits = order.type === 'limit' && (order.timeInForce === 'day' || order.timeInForce === 'gtc')
  if (waits) return [{ kind: 'resting', orderId, sequence: next(), at }]
  return [{ kind: 'cancelled', orderId, reason: 'no-liquidity', at }]
}

/** All of it, or what an order sized by amount can pay for. */
function affordable({ quantity, budget }: VenueOrder, price: bigint): Quantity {
  return budget === undefined ? quantity : quantityOf(minOf(quantity, budget / price))
}

function rest(order: VenueOrder, filled: Quantity, at: ReturnType<MarketState['nowOf']>): readonly ExecutionReport[] {
  if (filled >= order.quantity) return []
  return [{ kind: 'cancelled', orderId: order.orderId, reason: 'budget-spent', at }]
}
