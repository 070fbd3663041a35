import type { Follower } from './follow.ts'
import type { Customer } from './market.ts'
import { equityOf, isUnder, marginOf, million } from './model.ts'
import { type Asked, Found } from './tickets.ts'
import type { OrderRow, PositionRow, Written } from './world-store.ts'

/** Compares all that lasts with the model: purses, positions, orders, exits, the fund, who is being liquidated. */
export function compareAll(follower: Follower, written: Written, asked: Asked): void {
  const { market } = follower
  const none = { posted: 0n, held: 0n }
  const open = written.positions.filter(({ closed_at }) => closed_at === null)
  for (const customer of market.customers.values()) {
    const own = open.filter(({ customer_id }) => customer_id === customer.id)
    comparePositions(follower, customer, own, asked)
    compareOrders(
      follower,
      customer,
      written.orders.filter((one) => one.customer_id === customer.id && one.ended_at === null),
    )
    const { posted, held } = written.balances.get(`${customer.id}:contract:USDT`) ?? none
    follower.same('purse', `posted of ${customer.id}`, posted, customer.posted)
    follower.same('purse', `held of ${customer.id}`, held, customer.held)
  }
  const house = (purse: string): bigint => (written.balances.get(`house:${purse}:USDT`) ?? none).posted
  follower.same('fund', 'insurance fund', house('insurance'), market.fund)
  follower.same('fees', 'commission', house('fees'), market.fees)
  follower.same('fees', 'VAT', house('vat'), market.vat)
}

function comparePositions(follower: Follower, customer: Customer, rows: readonly PositionRow[], asked: Asked): void {
  const symbols = (list: Iterable<string>): string => [...list].sort().join(' ')
  follower.same(
    'position',
    `open contracts of ${customer.id}`,
    symbols(rows.map(({ symbol }) => symbol)),
    symbols(customer.positions.keys()),
  )
  for (const row of rows) {
    const position = customer.positions.get(row.symbol)
    if (position === undefined) continue
    const what = `${row.symbol} of ${customer.id}`
    const isTheirs = asked.exit?.customer === customer.id && asked.exit.symbol === row.symbol
    follower.same(
      'position',
      `mode leverage size entry margin realised funding fees vat of ${what}`,
      [row.mode, row.leverage, row.size, row.entry, row.margin, row.realised, row.funding, row.fees, row.vat].join(' '),
      [
        ...[position.mode, position.leverage, position.size, position.entry, position.margin],
        ...[position.realised, position.funding, position.fees, position.vat],
      ].join(' '),
    )
    const exits = (list: readonly { kind: string; price: bigint | string; on: string }[]): string =>
      list
        .map(({ kind, price, on }) => `${kind} ${price} ${on}`)
        .sort()
        .join(', ')
    // Whoever asked while the database failed may not know what came of it.
    if (isTheirs && asked.isLoose === true)
      position.exits = row.triggers.map(
        ({ kind, price, on }) =>
          position.exits.find((one) => one.kind === kind && one.price === BigInt(price) && one.on === on) ?? {
            ...{ kind, price: BigInt(price), on },
            reached: 'no',
          },
      )
    follower.same('exit', `exits of ${what}`, exits(row.triggers), exits(position.exits))
    compareLiquidation(follower, customer, row)
  }
}

/** A liquidation begins below maintenance only, and ends when what is left has what it must keep. */
function compareLiquidation(follower: Follower, customer: Customer, row: PositionRow): void {
  const position = customer.positions.get(row.symbol)
  if (position === undefined) return
  const now = row.liquidation_id ?? undefined
  if (position.liquidation === now) return
  const found = follower.market.account(customer, position, follower.prices.markOf)
  const what = `${row.mode} ${row.symbol} of ${customer.id}`
  follower.count('comparisons')
  if (found !== undefined) {
    const sums = `has ${equityOf(found.account)} and must keep ${marginOf(found.account, 'maintenancePpm') / million}`
    const wasUnder = follower.wasUnder.has(`${customer.id} ${row.mode === 'cross' ? 'cross' : row.symbol}`)
    if (now !== undefined && position.liquidation === undefined) {
      follower.count('liquidations')
      if (!isUnder(found.account) && !wasUnder) throw new Found('liquidation', `of ${what} has begun, which ${sums}`)
    }
    if (now === undefined && isUnder(found.account))
      throw new Found('liquidation', `of ${what} has ended, which ${sums}`)
  }
  position.liquidation = now
}

function compareOrders(follower: Follower, customer: Customer, rows: readonly OrderRow[]): void {
  const text = (list: readonly string[]): string => [...list].sort().join(', ')
  follower.same(
    'order',
    `open orders (filled fee vat held) of ${customer.id}`,
    text(rows.map((one) => `${one.order_id} ${one.filled_quantity} ${one.fee} ${one.vat} ${one.held}`)),
    text([...customer.orders.values()].map((one) => `${one.id} ${one.filled} ${one.fee} ${one.vat} ${one.held}`)),
  )
}

/** A venue's book beside the model's: the same quantity at each price. */
export function compareBook(follower: Follower, symbol: string, levels: ReadonlyMap<string, bigint>): void {
  const text = (of: ReadonlyMap<string, bigint>): string =>
    [...of]
      .map((one) => one.join(' '))
      .sort()
      .join(', ')
  follower.same('book', `levels of ${symbol}`, text(levels), text(follower.book(symbol).levels()))
}
