/** Which side of the book. */
export type Side = 'buy' | 'sell'

/**
 * What an agent can see and do: the public book's best prices, and its own orders. There is no way from here to anybody
 * else's order, so an agent cannot know which order is a customer's. Prices and quantities are integers in the
 * instrument's units; 0 as a best price means that side is empty.
 */
export interface AgentBook {
  readonly bestBid: () => number
  readonly bestAsk: () => number
  /** Rests a limit order; it must not cross. Returns its number. */
  readonly rest: (agent: number, side: Side, price: number, quantity: number) => number
  /** Takes what is there up to a limit price; the rest is not left behind. */
  readonly take: (agent: number, side: Side, limitPrice: number, quantity: number) => void
  readonly cancel: (orderNumber: number) => void
}
