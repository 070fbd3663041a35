import type { Prices } from './legal.ts'
import { freeOf, type Market, type Position } from './market.ts'
import { abs, equityOf, least, marginOf, million, minorFine, most, required, up, worth } from './model.ts'
import type { Ticket } from './tickets.ts'

/** Fine units of equity beyond what opening all of an account would take; minor units, never below zero. */
export function freeMargin(
  market: Market,
  customerId: string,
  prices: Pick<Prices, 'markOf'>,
  position: Pick<Position, 'mode' | 'symbol'>,
): bigint | undefined {
  const found = market.account(market.customer(customerId), position, prices.markOf)
  if (found === undefined) return undefined
  const free = (equityOf(found.account) * million - marginOf(found.account, 'initialPpm')) / (million * minorFine)
  return most(free, 0n)
}

/** What a customer may spend on opening: free money, and no more than what cross positions leave free. */
export function spendable(market: Market, customerId: string, prices: Pick<Prices, 'markOf'>): bigint | undefined {
  const customer = market.customer(customerId)
  const free = freeOf(customer)
  if (![...customer.positions.values()].some(({ mode }) => mode === 'cross')) return free
  const cross = freeMargin(market, customerId, prices, { mode: 'cross', symbol: '' })
  return cross === undefined ? undefined : least(free, cross)
}

/**
 * What of free money may leave the purse: no more than leaves cross positions what opening them takes now; nothing while they
 * are being liquidated. Undefined while a mark of theirs is missing.
 */
export function movable(market: Market, customerId: string, prices: Pick<Prices, 'markOf'>): bigint | undefined {
  const { positions } = market.customer(customerId)
  if ([...positions.values()].some(({ mode, liquidation }) => mode === 'cross' && liquidation !== undefined)) return 0n
  const free = spendable(market, customerId, prices)
  return free === undefined ? undefined : most(free, 0n)
}

/** The names of refusals that the rules give an order; none: it is taken. */
export function refusalsOf(
  market: Market,
  prices: Pick<Prices, 'markOf' | 'lastOf'>,
  ticket: Ticket,
  worst: bigint,
): readonly string[] {
  const customer = market.customer(ticket.customer)
  const position = customer.positions.get(ticket.symbol)
  const resting = [...customer.orders.values()].filter(({ symbol }) => symbol === ticket.symbol)
  const isBusy = [...customer.positions.values()].some(
    (one) => one.liquidation !== undefined && (one.symbol === ticket.symbol || one.mode === 'cross'),
  )
  if (isBusy) return ['being-liquidated']
  if (market.halted.has(ticket.symbol)) return ['instrument-halted']
  if (ticket.reduceOnly) {
    if (position === undefined) return ['contract-position-unknown']
    if (resting.some((one) => !one.reduceOnly && one.side === ticket.side)) return ['opposite-order']
    const reserved = resting.filter((one) => one.reduceOnly).reduce((sum, one) => sum + one.quantity - one.filled, 0n)
    const closes = position.size > 0n === (ticket.side === 'sell')
    return ticket.quantity <= (closes ? abs(position.size) - reserved : 0n) ? [] : ['more-than-position']
  }
  const mark = prices.markOf(ticket.symbol)
  if (mark === undefined) return ['mark-unknown']
  const found: string[] = []
  if (position !== undefined && position.mode !== ticket.mode) found.push('margin-mode-differs')
  if (resting.some((one) => !one.reduceOnly && one.mode !== ticket.mode)) found.push('margin-mode-differs')
  if (position !== undefined && position.size > 0n !== (ticket.side === 'buy')) found.push('opposite-position')
  if (resting.some((one) => one.reduceOnly && one.side === ticket.side)) found.push('opposite-order')
  const contract = market.contract(ticket.symbol)
  const reserve = most(worst, most(mark, prices.lastOf(ticket.symbol) ?? 0n))
  const coming = resting.filter((one) => one.side === ticket.side)
  const rest = coming.reduce((sum, one) => sum + one.quantity - one.filled, 0n)
  // By the table, for what the order adds to what is open and rests: so it does not matter in how many orders it is made.
  const open = most(worth(contract, reserve, abs(position?.size ?? 0n)), abs(position?.entry ?? 0n))
  const before = worth(contract, reserve, rest) + open
  const own = worth(contract, reserve, ticket.quantity)
  const added = required(contract, before + own, 'initialPpm') - required(contract, before, 'initialPpm')
  if (ticket.leverage * added > 100_000_000n * own) found.push('leverage-above-tier')
  const need = market.need({ ...ticket, worst, reserve, mark }, ticket.quantity)
  const has = spendable(market, ticket.customer, prices)
  if (has === undefined) found.push('mark-unknown')
  else if (need > has) found.push('contract-margin-short')
  return found
}

/** What an act adds to an account: an order its notional (fine units) and what it sets aside, a move of margin only money. */
export interface Added {
  readonly notional?: bigint
  readonly minor: bigint
}

/** What an order adds to the account it opens in; of a cross account its money is there already. */
export function addedBy(market: Market, ticket: Ticket, worst: bigint): Added {
  const notional = worth(market.contract(ticket.symbol), worst, ticket.quantity)
  const margin = least(up(notional * 100n, ticket.leverage * minorFine), freeOf(market.customer(ticket.customer)))
  return { notional, minor: ticket.mode === 'cross' ? 0n : margin }
}

/**
 * Whether an act would leave an account clearly more than 1×: notional over margin with the result of what is still open.
 * Whoever has not answered the questions has no more than that, whatever leverage the order names.
 */
export function isClearlyLeveraged(
  market: Market,
  prices: Pick<Prices, 'markOf'>,
  of: { readonly customer: string; readonly mode: Position['mode']; readonly symbol: string },
  { notional = 0n, minor }: Added,
): boolean {
  const found = market.account(market.customer(of.customer), of, prices.markOf)
  if (found === undefined) return false
  const equity = equityOf(found.account) + minor * minorFine
  const whole = found.account.held.reduce((sum, one) => sum + abs(worth(one.contract, one.mark, one.size)), notional)
  return whole * 100n > most(equity, 0n) * 110n
}
