/** Which side of the book. */
export type Side = 'buy' | 'sell'

/** The outcome of an order that was to rest: its number, and how much of it traded on arrival. */
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
  /** A limit order: it trades with anyone who is in its way, and rests with what is left. */
  readonly rest: (agent: number, side: Side, price: number, quantity: number) => Rested
  /** Takes what is there up to a limit price; the rest is not left behind. */
  readonly take: (agent: number, side: Side, limitPrice: number, quantity: number) => void
  readonly cancel: (orderNumber: number) => void
}
