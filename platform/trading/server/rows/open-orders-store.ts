import { assert, type Id, type Instant, idOf, instant, present, priceOf, quantityOf } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { isTraded, type Order, ownsAsset, type VenueOrder } from '../../domain/index.ts'
import type { RestingQuery, RestingTerms } from '../trading.ts'
import { type OrderRow, orderOf } from './order-rows.ts'

// How open orders come back when a desk starts. A row of forty columns costs the driver more than the order is worth, and a
// million objects of forty fields keep the collector busy for a minute. So PostgreSQL writes each order as one text, ten
// thousand of them travel as one value, which is kept as received, and a text on it becomes an order when somebody asks for it.

/** Orders of a page: enough that the way there and back costs nothing, few enough to be read while the next are fetched. */
const pageStandard = 10_000
/** Steps, the columns of an order that has not ended, and its last act. */
const fieldCount = 46
/** Before every priority and every id. */
const beforeAll = { priority: -1n, orderId: '' }

interface Page {
  readonly texts: string | null
}

function findPage(
  db: Db,
  after: { readonly priority: bigint; readonly orderId: string },
  pageOrders: number,
): Promise<Page[]> {
  return db<Page[]>`
    select string_agg(one.text, chr(10) order by one.priority, one.order_id) as texts
    from (
      select kept.priority, kept.order_id, row(
        step_count, order_id, customer_id, venue, instrument_id, side, type, time_in_force, post_only, state, product,
        twin_id is not null, amount, quantity, filled_quantity, worst_price, priority, expires_at, reduce_only, terms, currency, limit_price, stop_price,
        take_profit, stop_loss, parent_id, twin_id, fee_schedule, bid_at_receipt, ask_at_receipt, quote_sequence, received_at,
        accepted_at, active_from, filled_exact, taker_exact, filled_amount, fee, vat, hold_id, held, first_fill_at,
        last_fill_at, updated_at, pair_filled, last_act)::text as text
      from trade_order as kept
      where ended_at is null and (priority, order_id) > (${after.priority}, ${after.orderId})
      order by priority, order_id limit ${pageOrders}
    ) as one`.execute()
}

/**
 * Reads all open orders in the order they have priority: each as a page of them and where on it its
 * text begins. Only who holds the shard's lease writes them, so that pages read one after the other fit together.
 */
export async function readOpenOrders(
  db: Db,
  take: (page: string, from: number) => void,
  pageOrders = pageStandard,
): Promise<void> {
  let coming = findPage(db, beforeAll, pageOrders)
  for (;;) {
    const [found] = await coming
    if (found === undefined || found.texts === null) return
    const page = found.texts
    // The next page is on its way while this one is read.
    coming = findPage(db, orderOfText(page.slice(page.lastIndexOf('\n') + 1)), pageOrders)
    // Whoever takes may throw; the page on its way must not fail unheard then.
    coming.catch(() => undefined)
    // The driver writes what it was asked at the end of this turn of the loop: without waiting for it, nothing would overlap.
    await new Promise((resolve) => setImmediate(resolve))
    for (let from = 0; ; ) {
      take(page, from)
      const end = page.indexOf('\n', from)
      if (end < 0) break
      from = end + 1
    }
  }
}

interface RestingRow {
  readonly order_id: string
  readonly customer_id: string
  readonly instrument_id: string
  readonly terms: string | null
  readonly priority: bigint
}

/** A page of open orders of all customers that may open or enlarge a position, in the order of priority. */
export async function findRestingTerms(
  db: Db,
  { product, after, limit }: RestingQuery,
): Promise<readonly RestingTerms[]> {
  const { priority, orderId } = after ?? beforeAll
  const rows = await db<RestingRow[]>`
    select order_id, customer_id, instrument_id, terms, priority from trade_order
    where ended_at is null and not reduce_only and (priority, order_id) > (${priority}, ${orderId})
      ${product === undefined ? db`` : db`and product = ${product}`}
    order by priority, order_id limit ${limit}`
  return rows.map((row) => ({
    orderId: idOf('ord', row.order_id),
    customerId: idOf('cus', row.customer_id),
    instrumentId: row.instrument_id,
    terms: row.terms ?? undefined,
    priority: row.priority,
  }))
}

/** The text of the order that begins at this place of a page. */
export function textAt(page: string, from: number): string {
  const end = page.indexOf('\n', from)
  return page.slice(from, end < 0 ? page.length : end)
}

/** What of an order at a venue must be known to put it back there: much less than the order. */
export interface RestingText {
  readonly venue: string
  readonly expiresAt: Instant | undefined
  readonly order: VenueOrder
}

/** Words many orders have in common, in the order of the text. */
type Common = Pick<VenueOrder, 'instrumentId' | 'side' | 'type' | 'timeInForce' | 'postOnly'> & {
  readonly venue: string
}

const comma = 44
const zero = 48
const idLength = 30
/** Venue to amount. */
const commonFields = 10
/** Digits of a number that is exact as a float. */
const exactDigits = 15
const smallest = 100_000

/**
 * Reads what a start needs of an order's text on a page: undefined for what is not simply shares or coins waiting at a venue, which has to be
 * read whole. Words, customers and small numbers are made once and shared, because what a million orders keep is what a
 * start costs. One reader for one reading.
 */
export function createRestingReader(): (page: string, from: number) => RestingText | undefined {
  const commonOf = rememberCommons()
  const customerOf = rememberCustomers()
  const smallOf = rememberSmalls()
  let at = 0

  const skip = (text: string): number => {
    const from = at
    while (text.charCodeAt(at) !== comma) at += 1
    at += 1
    return from
  }
  const maybeNumberAt = (text: string): bigint | undefined => {
    const from = skip(text)
    const digits = at - 1 - from
    if (digits === 0) return undefined
    if (digits > exactDigits) return BigInt(text.slice(from, at - 1))
    let value = 0
    for (let place = from; place < at - 1; place += 1) value = value * 10 + text.charCodeAt(place) - zero
    return value >= smallest ? BigInt(value) : smallOf(value)
  }
  const numberAt = (text: string): bigint => present(maybeNumberAt(text), 'a number of an order')
  const commonAt = (text: string): Common | undefined => {
    const from = at
    for (let field = 0; field < commonFields; field += 1) skip(text)
    return commonOf(text.slice(from, at))
  }

  return (text, from) => {
    at = text.indexOf(',', from) + 1
    const orderId = idOf('ord', text.slice(at, at + idLength))
    at += idLength + 1
    const customerId = customerOf(text.slice(at, at + idLength))
    at += idLength + 1
    const common = commonAt(text)
    if (common === undefined) return undefined
    const quantity = numberAt(text)
    const filled = numberAt(text)
    const limitPrice = numberAt(text)
    const priority = numberAt(text)
    const expiresAt = maybeNumberAt(text)
    return {
      venue: common.venue,
      expiresAt: expiresAt === undefined ? undefined : instant(Number(expiresAt)),
      order: {
        orderId,
        customerId,
        instrumentId: common.instrumentId,
        side: common.side,
        type: common.type,
        timeInForce: common.timeInForce,
        limitPrice: priceOf(limitPrice),
        quantity: quantityOf(filled === 0n ? quantity : quantity - filled),
        postOnly: common.postOnly,
        priority,
      },
    }
  }
}

/** Words many orders have in common, each read once. */
function rememberCommons(): (words: string) => Common | undefined {
  const commons = new Map<string, Common>()
  return (words) => {
    const known = commons.get(words)
    if (known !== undefined) return known
    const common = readCommon(words)
    if (common !== undefined) commons.set(words, common)
    return common
  }
}

/** Ids of customers, each made once. */
function rememberCustomers(): (word: string) => Id<'cus'> {
  const customers = new Map<string, Id<'cus'>>()
  return (word) => {
    const known = customers.get(word)
    if (known !== undefined) return known
    const customerId = idOf('cus', word)
    customers.set(customerId, customerId)
    return customerId
  }
}

/** Small numbers, each made once. */
function rememberSmalls(): (value: number) => bigint {
  const smalls: bigint[] = []
  return (value) => {
    const known = smalls[value]
    if (known !== undefined) return known
    const small = BigInt(value)
    smalls[value] = small
    return small
  }
}

function readCommon(words: string): Common | undefined {
  const [venue = '', instrumentId = '', side, type, timeInForce, postOnly, state, product, isPaired, amount] =
    words.split(',')
  const isAtVenue = state === 'open' || state === 'partially-filled'
  // A leg of a pair rests at a price of its own, which depends on the whole order.
  if (!isAtVenue || !isTraded(product) || !ownsAsset(product) || isPaired === 't' || amount !== '') return undefined
  return {
    venue,
    instrumentId,
    side: side as VenueOrder['side'],
    type: type === 'market' || type === 'stop' ? 'market' : 'limit',
    timeInForce: timeInForce as VenueOrder['timeInForce'],
    postOnly: postOnly === 't',
  }
}

/** How many steps the order of a text has behind it. */
export function stepsOfText(text: string): number {
  return Number(text.slice(1, text.indexOf(',')))
}

/** The number of the act that says what was done to the order of a text last; undefined when none did. */
export function lastActOfText(text: string): bigint | undefined {
  const digits = text.slice(text.lastIndexOf(',') + 1, -1)
  return digits === '' ? undefined : BigInt(digits)
}

/** Most numbers of an order that waits are zero, and reading one takes long. */
const numberOf = (text: string): bigint => (text === '0' ? 0n : BigInt(text))

/** Reads the fields of an order one after another. */
function readFields(fields: readonly string[]) {
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
  return { word, maybeWord, number, maybeNumber }
}

/** The order of a text. All its words are ours: none holds a comma or needs quotes. */
export function orderOfText(text: string): Order {
  const fields = text.slice(1, -1).split(',')
  assert(fields.length === fieldCount, 'an order has all its fields')
  const { word, maybeWord, number, maybeNumber } = readFields(fields)
  // In the order of the columns above.
  const row = {
    order_id: word(),
    customer_id: word(),
    venue: word(),
    instrument_id: word(),
    side: word(),
    type: word(),
    time_in_force: word(),
    post_only: word() === 't',
    state: word(),
    product: word(),
    is_paired: word() === 't',
    amount: maybeNumber(),
    quantity: maybeNumber(),
    filled_quantity: number(),
    worst_price: number(),
    priority: number(),
    expires_at: maybeNumber(),
    reduce_only: word() === 't',
    terms: maybeWord(),
    currency: word(),
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
    active_from: maybeNumber(),
    filled_exact: word(),
    taker_exact: word(),
    filled_amount: number(),
    fee: number(),
    vat: number(),
    hold_id: maybeWord(),
    held: number(),
    first_fill_at: maybeNumber(),
    last_fill_at: maybeNumber(),
    updated_at: number(),
    pair_filled: maybeWord(),
    ended_at: null,
    end_reason: null,
  }
  return orderOf(row as OrderRow)
}
