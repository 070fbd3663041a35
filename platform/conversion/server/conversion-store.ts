import { type Asset, currencies, type Id, type Instant, instant, money, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { ConversionTick } from '../domain/index.ts'
import type { ConversionQuote } from './conversions.ts'

interface QuoteRow {
  readonly id: Id<'fxq'>
  readonly customer_id: Id<'cus'>
  readonly purse: ConversionQuote['purse']
  readonly source_asset: string
  readonly source_minor: bigint
  readonly target_asset: string
  readonly target_minor: bigint
  readonly charge_minor: bigint
  readonly rounding_minor: bigint
  readonly exact: ConversionQuote['exact']
  readonly pair: string
  readonly mid: bigint
  readonly mid_scale: number
  readonly mid_source: string
  readonly mid_sequence: bigint
  readonly mid_at: bigint
  readonly spread_bps: number
  readonly detour_via: string | null
  readonly detour_source_minor: bigint | null
  readonly detour_target_minor: bigint | null
  readonly quoted_at: bigint
  readonly expires_at: bigint
  readonly entry_id: Id<'ent'> | null
  readonly executed_at: bigint | null
}

interface TickRow {
  readonly quote_id: Id<'fxq'>
  readonly pair: string
  readonly mid: bigint
  readonly scale: number
  readonly source: string
  readonly sequence: bigint
  readonly read_at: bigint
}

/** A quote, with the entry that executed it if one did. */
export interface KeptQuote {
  readonly quote: ConversionQuote
  readonly entryId: Id<'ent'> | undefined
  readonly executedAt: Instant | undefined
}

const currencyOf = (code: string): Asset =>
  present(
    Object.values(currencies).find((currency) => currency.code === code),
    `currency ${code}`,
  )
const instantOf = (ms: bigint): Instant => instant(Number(ms))

/** Keeps a quote as it was offered, with every price it was made from. */
export async function insertQuote(tx: Tx, quote: ConversionQuote): Promise<void> {
  const { ticks, detour } = quote
  const first = present(ticks[0], 'a price behind the quote')
  await tx`
    insert into conversion_quote (
      id, customer_id, purse, source_asset, source_minor, target_asset, target_minor, charge_minor, rounding_minor,
      exact, pair, mid, mid_scale, mid_source, mid_sequence, mid_at, spread_bps,
      detour_via, detour_source_minor, detour_target_minor, quoted_at, expires_at
    ) values (
      ${quote.quoteId}, ${quote.customerId}, ${quote.purse}, ${quote.source.asset.code}, ${quote.source.minor},
      ${quote.target.asset.code}, ${quote.target.minor}, ${quote.charge.minor}, ${quote.rounding.minor},
      ${quote.exact}, ${quote.pair}, ${quote.mid}, ${quote.midScale},
      ${first.source}, ${first.sequence}, ${first.at}, ${Number(quote.spreadBps)},
      ${detour?.via.code ?? null}, ${detour?.sourceMinor ?? null}, ${detour?.targetMinor ?? null},
      ${quote.quotedAt}, ${quote.expiresAt}
    )`
  await tx`
    insert into conversion_quote_tick (quote_id, place, pair, mid, scale, source, sequence, read_at)
    select ${quote.quoteId}, tick.place - 1, tick.pair, tick.mid, tick.scale, tick.source, tick.sequence, tick.read_at
    from unnest(
      ${ticks.map(({ pair }) => pair)}::text[], ${ticks.map(({ mid }) => String(mid))}::bigint[],
      ${ticks.map(({ scale }) => scale)}::smallint[], ${ticks.map(({ source }) => source)}::text[],
      ${ticks.map(({ sequence }) => String(sequence))}::bigint[], ${ticks.map(({ at }) => String(at))}::bigint[]
    ) with ordinality as tick (pair, mid, scale, source, sequence, read_at, place)`
}

/** A customer's own quote. */
export async function findQuote(db: Db, customerId: Id<'cus'>, quoteId: Id<'fxq'>): Promise<KeptQuote | undefined> {
  const rows = await db<QuoteRow[]>`
    select quote.*, execution.entry_id, execution.executed_at
    from conversion_quote quote left join conversion_execution execution on execution.quote_id = quote.id
    where quote.id = ${quoteId} and quote.customer_id = ${customerId}`
  const [found] = await withTicks(db, rows)
  return found
}

/** A customer's executed conversions, newest first. `before`: the quote the page before ended with. */
export async function findExecuted(
  db: Db,
  customerId: Id<'cus'>,
  { before, limit }: { readonly before?: Id<'fxq'>; readonly limit: number },
): Promise<readonly KeptQuote[]> {
  const rows = await db<QuoteRow[]>`
    select quote.*, execution.entry_id, execution.executed_at
    from conversion_quote quote join conversion_execution execution on execution.quote_id = quote.id
    where quote.customer_id = ${customerId}
      and (${before === undefined} or (quote.quoted_at, quote.id) < (
        select last.quoted_at, last.id from conversion_quote last
        where last.id = ${before ?? null} and last.customer_id = ${customerId}))
    order by quote.quoted_at desc, quote.id desc limit ${limit}`
  return await withTicks(db, rows)
}

async function withTicks(db: Db, rows: readonly QuoteRow[]): Promise<readonly KeptQuote[]> {
  if (rows.length === 0) return []
  const ticks = await db<TickRow[]>`
    select quote_id, pair, mid, scale, source, sequence, read_at from conversion_quote_tick
    where quote_id = any (${rows.map(({ id }) => id)}::text[]) order by quote_id, place`
  const ticksOf = Map.groupBy(ticks, ({ quote_id: id }) => id)
  return rows.map((row) => keptOf(row, ticksOf.get(row.id) ?? []))
}

function keptOf(row: QuoteRow, ticks: readonly TickRow[]): KeptQuote {
  const source = currencyOf(row.source_asset)
  const quote: ConversionQuote = {
    quoteId: row.id,
    customerId: row.customer_id,
    purse: row.purse,
    source: money(row.source_minor, source),
    target: money(row.target_minor, currencyOf(row.target_asset)),
    charge: money(row.charge_minor, source),
    rounding: money(row.rounding_minor, source),
    exact: row.exact,
    pair: row.pair,
    mid: row.mid,
    midScale: row.mid_scale,
    // A quote from before crosses has its one price in its own columns.
    ticks: ticks.length === 0 ? [ownTick(row)] : ticks.map(tickOf),
    spreadBps: BigInt(row.spread_bps),
    detour:
      row.detour_via === null || row.detour_source_minor === null || row.detour_target_minor === null
        ? undefined
        : {
            via: currencyOf(row.detour_via),
            sourceMinor: row.detour_source_minor,
            targetMinor: row.detour_target_minor,
          },
    quotedAt: instantOf(row.quoted_at),
    expiresAt: instantOf(row.expires_at),
  }
  return {
    quote,
    entryId: row.entry_id ?? undefined,
    executedAt: row.executed_at === null ? undefined : instantOf(row.executed_at),
  }
}

function tickOf({ pair, mid, scale, source, sequence, read_at: at }: TickRow): ConversionTick {
  return { pair, mid, scale, source, sequence, at: instantOf(at) }
}

function ownTick({ pair, mid, mid_scale: scale, mid_source: source, ...row }: QuoteRow): ConversionTick {
  return { pair, mid, scale, source, sequence: row.mid_sequence, at: instantOf(row.mid_at) }
}

/** Claims a quote for an entry; false when another transaction executed it first. */
export async function insertExecution(tx: Tx, quoteId: Id<'fxq'>, entryId: Id<'ent'>, at: Instant): Promise<boolean> {
  const rows = await tx`
    insert into conversion_execution (quote_id, entry_id, executed_at) values (${quoteId}, ${entryId}, ${at})
    on conflict (quote_id) do nothing returning quote_id`
  return rows.length === 1
}
