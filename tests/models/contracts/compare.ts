import { movable } from './admission.ts'
import type { Follower } from './follow.ts'
import type { Customer, Position } from './market.ts'
import { abs, equityOf, isUnder, marginOf, million, worth } from './model.ts'
import { type Asked, Found, type Moved } from './tickets.ts'
import type { EntryRow, OrderRow, PositionRow, Written } from './world-store.ts'

/** Compares all that lasts with the model: purses, positions, orders, exits, the fund, who is being liquidated. */
export function compareAll(follower: Follower, written: Written, asked: Asked): void {
  const { market } = follower
  const none = { posted: 0n, held: 0n }
  const positions = Map.groupBy(
    written.positions.filter(({ closed_at }) => closed_at === null),
    ({ customer_id }) => customer_id,
  )
  const orders = Map.groupBy(
    written.orders.filter(({ ended_at }) => ended_at === null),
    ({ customer_id }) => customer_id,
  )
  for (const customer of market.customers.values()) {
    comparePositions(follower, customer, positions.get(customer.id) ?? [], asked)
    compareOrders(follower, customer, orders.get(customer.id) ?? [])
    const { posted, held } = written.balances.get(`${customer.id}:contract:USDT`) ?? none
    follower.same('purse', `posted of ${customer.id}`, posted, customer.posted)
    follower.same('purse', `held of ${customer.id}`, held, customer.held)
    const coins = written.balances.get(`${customer.id}:coin:USDT`) ?? none
    follower.same('purse', `coin purse of ${customer.id}`, coins.posted, customer.outside)
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
    // Whoever asked while the database failed may not know the outcome.
    if (isTheirs && asked.isLoose === true)
      position.exits = row.triggers.map(
        ({ kind, price, on }) =>
          position.exits.find((one) => one.kind === kind && one.price === BigInt(price) && one.on === on) ?? {
            ...{ kind, price: BigInt(price), on },
            reached: 'no',
          },
      )
    follower.same('exit', `exits of ${what}`, exits(row.triggers), exits(position.exits))
    countSize(follower, customer, position)
    compareLiquidation(follower, customer, row)
  }
}

/** What of a position's size a run must have met. */
function countSize({ market, prices, sizes, count }: Follower, { id }: Customer, { symbol, size }: Position): void {
  const contract = market.contract(symbol)
  const mark = prices.markOf(symbol)
  if (mark === undefined) return
  const notional = abs(worth(contract, mark, size))
  const step = contract.brackets.findIndex(({ upTo }) => upTo === undefined || notional <= upTo)
  const now = { step, isDust: abs(size) < contract.lot }
  const before = sizes.get(`${id} ${symbol}`)
  sizes.set(`${id} ${symbol}`, now)
  if (before !== undefined && before.step !== step) count('margin steps crossed')
  if (now.isDust && before?.isDust !== true) count('positions smaller than a lot')
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

/** Money comes from outside: to the fund, or to whom it was given. */
export function giveMoney({ market, same }: Follower, { kind, lines }: EntryRow, grants: readonly Moved[]): void {
  for (const [account, { posted, held }] of lines) {
    if (account === 'house:insurance:USDT') market.fund += posted
    if (!account.endsWith(':contract:USDT')) continue
    const customer = market.customer(account.slice(0, -':contract:USDT'.length))
    const given = grants.find((one) => one.customer === customer.id)?.minor ?? 0n
    same('grant', `${kind} to ${customer.id}`, `${posted} ${held}`, `${given} 0`)
    customer.posted += posted
  }
}

/** Money goes from one purse of a customer to another: as was asked, which is used up, and no more than may leave. */
export function moveMoney(follower: Follower, { id, lines }: EntryRow, asked: Moved[]): void {
  const at = asked.findIndex(({ customer, minor }) => lines.get(`${customer}:contract:USDT`)?.posted === minor)
  const [moved] = at < 0 ? [] : asked.splice(at, 1)
  if (moved === undefined) throw new Found('transfer', `${id} moves what nobody asked for`)
  const customer = follower.market.customer(moved.customer)
  const free = movable(follower.market, customer.id, follower.prices)
  follower.count('transfers')
  follower.same('transfer', `coin purse in ${id}`, lines.get(`${customer.id}:coin:USDT`)?.posted, -moved.minor)
  if (moved.minor < 0n && (free === undefined || -moved.minor > free))
    throw new Found('transfer', `${-moved.minor} of ${customer.id} left the purse, of which ${free} may leave`)
  customer.posted += moved.minor
  customer.outside -= moved.minor
}
