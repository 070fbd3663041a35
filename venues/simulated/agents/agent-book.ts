/** Which side of the book. */
export type Side = 'buy' | 'sell'

/** The result of a limit order: its number, and the quantity that traded on arrival. */
interface Rested {
  readonly number: number
  readonly traded: number
}

/**
 * What an agent can see and do: the public book's best prices, and its own orders. There is no way from here to anybody
 * else's order, so an agent cannot know which order is a customer's. Prices and quantities are integers in the
 * instrument's units; 0 as a best price means that side is empty.
 */
export interface AgentBook {
  readonly bestBid: () => number
  readonly bestAsk: () => number
  /** Places a limit order: it trades with the orders it crosses, and the rest stays in the book. */
  readonly rest: (agent: number, side: Side, price: number, quantity: number) => Rested
  /** Takes liquidity up to a limit price; the rest is cancelled. */
  readonly take: (agent: number, side: Side, limitPrice: number, quantity: number) => void
  readonly cancel: (orderNumber: number) => void
}
