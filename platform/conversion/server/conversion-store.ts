import { type Asset, currencies, type Id, type Instant, instant, money, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
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
  readonly mid: bigint
  readonly mid_scale: number
  readonly mid_source: string
  readonly mid_sequence: bigint
  readonly mid_at: bigint
  readonly spread_bps: number
  readonly quoted_at: bigint
  readonly expires_at: bigint
  readonly entry_id: Id<'ent'> | null
}

const currencyOf = (code: string): Asset =>
  present(
    Object.values(currencies).find((currency) => currency.code === code),
    `currency ${code}`,
  )
const instantOf = (ms: bigint): Instant => instant(Number(ms))

/** Keeps a quote as it was offered. */
export async function insertQuote(tx: Tx, quote: ConversionQuote): Promise<void> {
  await tx`
    insert into conversion_quote (
      id, customer_id, purse, source_asset, source_minor, target_asset, target_minor, charge_minor,
      mid, mid_scale, mid_source, mid_sequence, mid_at, spread_bps, quoted_at, expires_at
    ) values (
      ${quote.quoteId}, ${quote.customerId}, ${quote.purse}, ${quote.source.asset.code}, ${quote.source.minor},
      ${quote.target.asset.code}, ${quote.target.minor}, ${quote.charge.minor}, ${quote.mid}, ${quote.midScale},
      ${quote.midSource}, ${quote.midSequence}, ${quote.midAt}, ${Number(quote.spreadBps)}, ${quote.quotedAt}, ${quote.expiresAt}
    )`
}

/** A customer's own quote, with the entry that executed it if one did. */
export async function findQuote(
  db: Db,
  customerId: Id<'cus'>,
  quoteId: Id<'fxq'>,
): Promise<{ readonly quote: ConversionQuote; readonly entryId: Id<'ent'> | undefined } | undefined> {
  const [row] = await db<QuoteRow[]>`
    select quote.*, execution.entry_id
    from conversion_quote quote left join conversion_execution execution on execution.quote_id = quote.id
    where quote.id = ${quoteId} and quote.customer_id = ${customerId}`
  if (row === undefined) return undefined
  const quote: ConversionQuote = {
    quoteId: row.id,
    customerId: row.customer_id,
    purse: row.purse,
    source: money(row.source_minor, currencyOf(row.source_asset)),
    target: money(row.target_minor, currencyOf(row.target_asset)),
    charge: money(row.charge_minor, currencyOf(row.source_asset)),
    mid: row.mid,
    midScale: row.mid_scale,
    midSource: row.mid_source,
    midSequence: row.mid_sequence,
    midAt: instantOf(row.mid_at),
    spreadBps: BigInt(row.spread_bps),
    quotedAt: instantOf(row.quoted_at),
    expiresAt: instantOf(row.expires_at),
  }
  return { quote, entryId: row.entry_id ?? undefined }
}

/** Claims a quote for an entry; false when another transaction executed it first. */
export async function insertExecution(tx: Tx, quoteId: Id<'fxq'>, entryId: Id<'ent'>, at: Instant): Promise<boolean> {
  const rows = await tx`
    insert into conversion_execution (quote_id, entry_id, executed_at) values (${quoteId}, ${entryId}, ${at})
    on conflict (quote_id) do nothing returning quote_id`
  return rows.length === 1
}
