import { readActsSince } from '@bolsillo/checker/journal/acts-since-store'
import type { Sql } from '@bolsillo/server-kit'

// What the simulation looks at for itself, as the owner of the database: plain SQL that shares nothing with the rooms.

/** What is known of an account beside its number. */
export interface WatchedAccount {
  readonly account: string
  readonly asset: string
  readonly side: number
}

/** The accounts with these numbers. */
export async function accountsNumbered(
  sql: Sql,
  numbers: readonly number[],
): Promise<readonly (WatchedAccount & { readonly no: number })[]> {
  return await sql<(WatchedAccount & { no: number })[]>`
    select account.account_no as no, account.id as account, account.asset, chart.side
    from ledger_account as account join ledger_account_kind as chart using (owner_kind, purse)
    where account.account_no = any (${[...numbers]}::integer[])`
}

/** An order with what is left of its reservation. */
export interface WatchedOrder {
  readonly order_id: string
  readonly customer_id: string
  readonly instrument_id: string
  readonly product: 'stock' | 'spot' | 'contract'
  readonly reduce_only: boolean
  readonly post_only: boolean
  /** What a contract order says beside the rest; its third word is why it was given. */
  readonly terms: string | null
  readonly side: 'buy' | 'sell'
  readonly type: string
  readonly time_in_force: string
  readonly state: string
  readonly parent_id: string | null
  readonly twin_id: string | null
  /** What the other leg of its pair was filled, of one that took over from it. */
  readonly pair_filled: string | null
  readonly quantity: bigint | null
  readonly filled_quantity: bigint
  readonly filled_exact: string
  readonly filled_amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly currency: string
  readonly worst_price: bigint
  readonly priority: bigint
  readonly held: bigint
  readonly remaining: bigint | null
  readonly received_at: bigint
  readonly accepted_at: bigint
  readonly ended_at: bigint | null
}

/** Every order there is. */
export async function allOrders(sql: Sql): Promise<readonly WatchedOrder[]> {
  return await sql<WatchedOrder[]>`
    select o.order_id, o.customer_id, o.instrument_id, o.product, o.reduce_only, o.post_only, o.terms, o.side, o.type, o.time_in_force, o.state, o.parent_id, o.twin_id, o.pair_filled::text as pair_filled, o.quantity,
      o.filled_quantity, o.filled_exact::text as filled_exact, o.filled_amount, o.fee, o.vat, o.currency,
      -- An order keeps to its customer's own limit, whatever is reserved for it.
      case o.side when 'buy' then least(o.worst_price, o.limit_price) else greatest(o.worst_price, o.limit_price) end as worst_price,
      o.priority, o.held, hold.remaining, o.received_at, o.accepted_at, o.ended_at
    from trade_order as o left join ledger_hold as hold on hold.id = o.hold_id order by o.order_id`
}

/** A fill. */
export interface WatchedFill {
  readonly fill_id: string
  readonly order_id: string
  readonly customer_id: string
  readonly instrument_id: string
  readonly product: 'stock' | 'spot' | 'contract'
  readonly side: 'buy' | 'sell'
  readonly price: bigint
  readonly quantity: bigint
  readonly liquidity: 'maker' | 'taker'
  readonly filled_at: bigint
  readonly sellable_at: bigint
}

/** Every fill, in the order of the journal. */
export async function allFills(sql: Sql): Promise<readonly WatchedFill[]> {
  return await sql<WatchedFill[]>`
    select fill_id, order_id, customer_id, instrument_id, product, side, price, quantity, liquidity, filled_at, sellable_at
    from trade_fill order by entry_seq`
}

/** What is left of holds that belong to neither an open order nor an open position. */
export async function orphanHolds(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select hold.id from ledger_hold as hold
    left join trade_order as o on o.hold_id = hold.id and o.ended_at is null
    left join contract_position as p on p.hold_id = hold.id and p.closed_at is null
    where hold.remaining > 0 and o.order_id is null and p.position_id is null order by hold.id`
  return rows.map(({ id }) => id)
}

/** Positions and the share balances they should equal, where they do not. */
export async function wrongPositions(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ what: string }[]>`
    select account.id || ': ledger ' || balance.posted || ', position ' || coalesce(p.quantity::text, 'none') as what
    from ledger_account as account join ledger_balance as balance using (account_no)
    left join position as p on account.id = p.customer_id || ':stock:STK:' || p.instrument_id
    where account.owner_kind = 'customer' and account.asset like 'STK:%' and balance.posted <> coalesce(p.quantity, 0)
    order by account.id`
  return rows.map(({ what }) => what)
}

/** How far event handlers are behind, and events put aside. */
export async function outboxProblems(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ what: string }[]>`
    select 'outbox: ' || handler || ' is at ' || seq as what from outbox_cursor
      where seq < (select coalesce(max(seq), 0) from outbox)
    union all select 'outbox: ' || handler || ' put ' || topic || ' aside: ' || problem from outbox_parked
    order by what`
  return rows.map(({ what }) => what)
}

/** The state of an order; undefined when there is none. */
export async function orderState(sql: Sql, orderId: string): Promise<string | undefined> {
  const [row] = await sql<{ state: string }[]>`select state from trade_order where order_id = ${orderId}`
  return row?.state
}

/** The entry an offer was executed by, whether the journal has it; undefined when the offer was not executed. */
export async function executionOf(sql: Sql, quoteId: string): Promise<boolean | undefined> {
  const [row] = await sql<{ there: boolean }[]>`
    select exists (select from ledger_filed where id = execution.entry_id) as there
    from conversion_execution as execution where quote_id = ${quoteId}`
  return row?.there
}

/** Whether the journal has an entry. */
export async function hasEntry(sql: Sql, entryId: string): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`
    select exists (select from ledger_filed where id = ${entryId}) as there`
  return row?.there === true
}

/** The newest event of the topics that begin like this; 0 when there is none. */
export async function newestEvent(sql: Sql, topics: string): Promise<bigint> {
  const [row] = await sql<{ seq: bigint }[]>`
    select coalesce(max(seq), 0) as seq from outbox where starts_with(topic, ${topics})`
  return row?.seq ?? 0n
}

/** Steps of orders’ lives, by kind. */
export async function countSteps(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { kind, payload } of await readActsSince(sql, 0n)) {
    const steps = kind === 'order' ? payload.get('steps') : undefined
    for (const step of Array.isArray(steps) ? steps : []) {
      const name = Array.isArray(step) ? String(step[0]) : ''
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts
}
