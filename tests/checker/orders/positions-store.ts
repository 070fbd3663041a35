import type { BooksRead } from '../books-store.ts'

// The rest of what the checker reads: what is derived from the journal, and what was answered to whom.

export interface PositionRow {
  readonly customerId: string
  readonly instrumentId: string
  readonly quantity: bigint
  readonly cost: bigint
  readonly realised: bigint
  readonly fees: bigint
  readonly vat: bigint
}

/** Every position. */
export async function readPositions(read: BooksRead): Promise<readonly PositionRow[]> {
  const rows = await read<Record<keyof PositionRow, string>[]>`
    select customer_id as "customerId", instrument_id as "instrumentId", quantity::text, cost::text, realised::text,
      fees::text, vat::text
    from position`
  return rows.map((row) => ({
    ...row,
    quantity: BigInt(row.quantity),
    cost: BigInt(row.cost),
    realised: BigInt(row.realised),
    fees: BigInt(row.fees),
    vat: BigInt(row.vat),
  }))
}

export interface LockRow {
  readonly customerId: string
  readonly instrumentId: string
  readonly sellableAt: bigint
  readonly quantity: bigint
}

/** Every sell lock that was not swept. */
export async function readLocks(read: BooksRead): Promise<readonly LockRow[]> {
  const rows = await read<Record<keyof LockRow, string>[]>`
    select customer_id as "customerId", instrument_id as "instrumentId", sellable_at::text as "sellableAt",
      quantity::text
    from position_lock`
  return rows.map((row) => ({ ...row, sellableAt: BigInt(row.sellableAt), quantity: BigInt(row.quantity) }))
}

export interface AnswerRow {
  /** `<who asked> <call>`. */
  readonly scope: string
  readonly key: string
  readonly status: number
  readonly body: string
}

/** Every answer kept for repeated requests. */
export async function readAnswers(read: BooksRead): Promise<readonly AnswerRow[]> {
  return await read<AnswerRow[]>`select scope, key, status, body from idempotency_record`
}

/** Orders named by events that are still to be delivered: lists of ids, by customer. */
export async function readAnnouncedOrders(
  read: BooksRead,
): Promise<readonly { readonly customerId: string; readonly orderId: string }[]> {
  return await read<{ customerId: string; orderId: string }[]>`
    select distinct customer.id as "customerId", changed.order_id as "orderId"
    from outbox, jsonb_each(payload::jsonb -> 'customers') as customer (id, what),
      jsonb_array_elements_text(customer.what -> 'orders') as changed (order_id)
    where topic = 'trading.changed'`
}

export interface ConversionRow {
  readonly quoteId: string
  readonly customerId: string
  readonly sourceAsset: string
  readonly source: bigint
  readonly targetAsset: string
  readonly target: bigint
  readonly charge: bigint
  readonly rounding: bigint
  readonly exact: 'source' | 'target'
  readonly pair: string
  /** How many prices it names, and what they come to when multiplied. */
  readonly ticks: bigint
  readonly tickProduct: bigint
  readonly mid: bigint
  readonly midScale: number
  readonly spreadBps: bigint
  readonly expiresAt: bigint
  readonly entryId: string
  readonly executedAt: bigint
  readonly quotedAt: bigint
}

/** Offers that are good for longer than an offer may be, executed or not: they would end late, or never. */
export async function readLastingOffers(
  read: BooksRead,
  lifeMaxMs: number,
): Promise<readonly { readonly id: string; readonly forMs: bigint }[]> {
  const rows = await read<{ id: string; for_ms: string }[]>`
    select id, (expires_at - quoted_at)::text as for_ms from conversion_quote
    where expires_at - quoted_at not between 1 and ${lifeMaxMs} order by id`
  return rows.map(({ id, for_ms }) => ({ id, forMs: BigInt(for_ms) }))
}

/** Every executed conversion with the offer it executes. */
export async function readConversions(read: BooksRead): Promise<readonly ConversionRow[]> {
  const rows = await read<(Record<keyof ConversionRow, string> & { midScale: number; exact: 'source' | 'target' })[]>`
    select done.quote_id as "quoteId", offer.rounding_minor::text as rounding, offer.exact, offer.pair,
      (select count(*) from conversion_quote_tick as tick where tick.quote_id = offer.id)::text as ticks,
      coalesce((select tick.mid from conversion_quote_tick as tick where tick.quote_id = offer.id and tick.place = 0), 1)
        ::numeric * coalesce(
          (select tick.mid from conversion_quote_tick as tick where tick.quote_id = offer.id and tick.place = 1), 1)
        as "tickProduct", offer.customer_id as "customerId", offer.source_asset as "sourceAsset",
      offer.source_minor::text as source, offer.target_asset as "targetAsset", offer.target_minor::text as target,
      offer.charge_minor::text as charge, offer.mid::text, offer.mid_scale as "midScale",
      offer.spread_bps::text as "spreadBps", offer.expires_at::text as "expiresAt", done.entry_id as "entryId",
      done.executed_at::text as "executedAt", offer.quoted_at::text as "quotedAt"
    from conversion_execution as done join conversion_quote as offer on offer.id = done.quote_id`
  return rows.map((row) => ({
    ...row,
    source: BigInt(row.source),
    target: BigInt(row.target),
    charge: BigInt(row.charge),
    rounding: BigInt(row.rounding),
    ticks: BigInt(row.ticks),
    tickProduct: BigInt(row.tickProduct),
    mid: BigInt(row.mid),
    spreadBps: BigInt(row.spreadBps),
    expiresAt: BigInt(row.expiresAt),
    executedAt: BigInt(row.executedAt),
    quotedAt: BigInt(row.quotedAt),
  }))
}
