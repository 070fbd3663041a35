import type { Follower } from './follow.ts'
import type { Prices } from './legal.ts'
import type { Order } from './market.ts'
import { type Asked, Found, type Ticket } from './tickets.ts'
import type { OrderRow } from './world-store.ts'

const causes = { c: 'customer', t: 'take-profit', s: 'stop-loss', l: 'liquidation' } as const

/** An order as its row has it, with what the rules set aside for it counted at the prices of now. */
export function readOrder(row: OrderRow, prices: Prices): Order {
  const [mode, leverage = '', cause = 'c', , , ...rest] = row.terms.split('.')
  const exits = rest.flatMap((part) => {
    const [kind, price = '', on] = part.split('-')
    if (kind !== 't' && kind !== 's') return []
    return [
      {
        kind: kind === 't' ? 'take-profit' : 'stop-loss',
        price: BigInt(price),
        on: on === 'last' ? 'last' : 'mark',
      } as const,
    ]
  })
  const known = [prices.markOf(row.instrument_id), prices.lastOf(row.instrument_id)]
  const reserve = known.reduce<bigint>((most, one) => (one !== undefined && one > most ? one : most), row.worst_price)
  return {
    id: row.order_id,
    customer: row.customer_id,
    symbol: row.instrument_id,
    side: row.side,
    worst: row.worst_price,
    reserve,
    mark: prices.markOf(row.instrument_id),
    quantity: row.quantity,
    reduceOnly: row.reduce_only,
    mode: mode === 'cross' ? 'cross' : 'isolated',
    leverage: BigInt(leverage),
    cause: causes[cause as keyof typeof causes] ?? 'customer',
    exits,
    rates: undefined,
    ...{ filled: 0n, exact: 0n, taken: 0n, fee: 0n, vat: 0n, held: 0n },
  }
}

/** An order is one somebody asked for, as it was asked for; its ticket is used up. */
export function checkTicket(follower: Follower, order: Order, asked: Asked, tickets: Ticket[]): void {
  const { closes } = asked
  const isClosing = closes?.customer === order.customer && (closes.symbol ?? order.symbol) === order.symbol
  const at = tickets.findIndex(
    (one) => one.customer === order.customer && one.symbol === order.symbol && one.side === order.side,
  )
  const ticket = tickets[at]
  if (ticket === undefined) {
    if (isClosing && order.reduceOnly) return
    throw new Found('order', `${order.id} was placed, and nobody asked for it`)
  }
  tickets.splice(at, 1)
  order.rates = ticket.rates
  follower.same('order', `quantity of ${order.id}`, order.quantity, ticket.quantity)
  follower.same('order', `reduce-only of ${order.id}`, order.reduceOnly, ticket.reduceOnly)
  if (!ticket.reduceOnly) {
    follower.same(
      'order',
      `mode and leverage of ${order.id}`,
      `${order.mode} ${order.leverage}`,
      `${ticket.mode} ${ticket.leverage}`,
    )
    follower.same('order', `exits of ${order.id}`, exitsText(order.exits), exitsText(ticket.exits))
  }
  const bound = ticket.limit ?? follower.slipped(order.symbol, order.side)
  // What closes may have to be no worse than bankruptcy, and is then bound closer.
  const isCloser = ticket.reduceOnly && (order.side === 'buy' ? order.worst < bound : order.worst > bound)
  if (!isCloser)
    follower.same(
      'order',
      `worst price of ${order.id} (${ticket.limit}, last ${follower.prices.lastOf(order.symbol)})`,
      order.worst,
      bound,
    )
}

const exitsText = (exits: Ticket['exits']): string =>
  exits
    .map(({ kind, price, on }) => `${kind} ${price} ${on}`)
    .sort()
    .join(', ')
