import { assert } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { Order } from '../domain/index.ts'
import { type OrderRow, orderOf } from './order-rows.ts'

// How open orders come back when a desk starts. A row of forty columns costs the driver more than the order is worth, and a
// million objects of forty fields keep the collector busy for a minute. So PostgreSQL writes each order as one text, ten
// thousand of them travel as one value, and a text becomes an order when somebody asks for it.

/** Orders of a page: enough that the way there and back costs nothing, few enough to be read while the next are fetched. */
const pageStandard = 10_000
/** Steps, and the columns of an order that has not ended. */
const fieldCount = 43
/** Before every priority and every id. */
const beforeAll = { priority: -1n, orderId: '' }

interface Page {
  readonly texts: string | null
  readonly priority: bigint | null
  readonly order_id: string | null
}

function findPage(
  db: Db,
  after: { readonly priority: bigint; readonly orderId: string },
  pageOrders: number,
): Promise<Page[]> {
  return db<Page[]>`
    select string_agg(one.text, chr(10) order by one.priority, one.order_id) as texts, max(one.priority) as priority,
      (array_agg(one.order_id order by one.priority desc, one.order_id desc))[1] as order_id
    from (
      select kept.priority, kept.order_id, row(
        step_count, order_id, customer_id, product, venue, instrument_id, side, type, time_in_force, post_only, reduce_only, terms, currency, amount, limit_price,
        stop_price, take_profit, stop_loss, parent_id, twin_id, fee_schedule, bid_at_receipt, ask_at_receipt, quote_sequence,
        received_at, accepted_at, expires_at, state, quantity, worst_price, active_from, filled_quantity, filled_exact, taker_exact,
        filled_amount, fee, vat, hold_id, held, first_fill_at, last_fill_at, priority, updated_at)::text as text
      from trade_order as kept
      where ended_at is null and (priority, order_id) > (${after.priority}, ${after.orderId})
      order by priority, order_id limit ${pageOrders}
    ) as one`.execute()
}

/**
 * Reads all open orders in the order they have priority, each as a text for `orderOfText`. Only who holds the shard's lease
 * writes them, so that pages read one after the other fit together.
 */
export async function readOpenOrders(db: Db, take: (text: string) => void, pageOrders = pageStandard): Promise<void> {
  let coming = findPage(db, beforeAll, pageOrders)
  for (;;) {
    const [page] = await coming
    if (page === undefined || page.texts === null || page.priority === null || page.order_id === null) return
    // The next page is on its way while this one is read.
    coming = findPage(db, { priority: page.priority, orderId: page.order_id }, pageOrders)
    // Whoever takes may throw; the page on its way must not fail unheard then.
    coming.catch(() => undefined)
    // The driver writes what it was asked at the end of this turn of the loop: without waiting for it, nothing would overlap.
    await new Promise((resolve) => setImmediate(resolve))
    for (const text of page.texts.split('\n')) take(text)
  }
}

/** How many steps the order of a text has behind it. */
export function stepsOfText(text: string): number {
  return Number(text.slice(1, text.indexOf(',')))
}

/** Most numbers of an order that waits are zero, and reading one takes long. */
const numberOf = (text: string): bigint => (text === '0' ? 0n : BigInt(text))

/** The order of a text. All its words are ours: none holds a comma or needs quotes. */
export function orderOfText(text: string): Order {
  const fields = text.slice(1, -1).split(',')
  assert(fields.length === fieldCount, 'an order has all its fields')
  let at = 0
  const maybeWord = (): string | null => {
    at += 1
    const found = fields[at] ?? ''
    return found === '' ? null : found
  }
  const word = (): string => {
    at += 1
    const found = fields[at] ?? ''
    assert(found !== '', 'only what may be absent is')
    return found
  }
  const maybeNumber = (): bigint | null => {
    const found = maybeWord()
    return found === null ? null : numberOf(found)
  }
  const number = (): bigint => numberOf(word())
  // In the order of the columns above.
  const row = {
    order_id: word(),
    customer_id: word(),
    product: word(),
    venue: word(),
    instrument_id: word(),
    side: word(),
    type: word(),
    time_in_force: word(),
    post_only: word() === 't',
    reduce_only: word() === 't',
    terms: maybeWord(),
    currency: word(),
    amount: maybeNumber(),
    limit_price: maybeNumber(),
    stop_price: maybeNumber(),
    take_profit: maybeNumber(),
    stop_loss: maybeNumber(),
    parent_id: maybeWord(),
    twin_id: maybeWord(),
    fee_schedule: word(),
    bid_at_receipt: maybeNumber(),
    ask_at_receipt: maybeNumber(),
    quote_sequence: maybeNumber(),
    received_at: number(),
    accepted_at: number(),
    expires_at: maybeNumber(),
    state: word(),
    quantity: maybeNumber(),
    worst_price: number(),
    active_from: maybeNumber(),
    filled_quantity: number(),
    filled_exact: word(),
    taker_exact: word(),
    filled_amount: number(),
    fee: number(),
    vat: number(),
    hold_id: maybeWord(),
    held: number(),
    first_fill_at: maybeNumber(),
    last_fill_at: maybeNumber(),
    ended_at: null,
    end_reason: null,
    priority: number(),
    updated_at: number(),
  }
  return orderOf(row as OrderRow)
}
