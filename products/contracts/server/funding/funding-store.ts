import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { fundingTerms } from '../../domain/index.ts'
import type { PremiumRow } from './marks.ts'

interface PremiumOf {
  readonly symbol: string
  readonly at: bigint
  readonly premium: bigint
  readonly mark: bigint
  readonly index_price: bigint
}

const premiumOf = (row: PremiumOf): PremiumRow => ({
  symbol: row.symbol,
  at: instant(Number(row.at)),
  premium: row.premium,
  mark: row.mark,
  index: row.index_price,
})

/** Looks at a premium from `from` on and before `to`, oldest first: those the rate of the interval was shown with. */
export async function findPremiums(db: Db, symbol: string, from: Instant, to: Instant): Promise<readonly PremiumRow[]> {
  const rows = await db<PremiumOf[]>`
    select * from contract_premium where symbol = ${symbol} and at >= ${from} and at < ${to} order by at`
  return rows.map(premiumOf)
}

/** All looks from an instant on, oldest first. */
export async function findPremiumsSince(db: Db, from: Instant): Promise<readonly PremiumRow[]> {
  const rows = await db<PremiumOf[]>`select * from contract_premium where at >= ${from} order by at`
  return rows.map(premiumOf)
}

export async function insertPremiums(db: Db, rows: readonly PremiumRow[]): Promise<void> {
  if (rows.length === 0) return
  const text = JSON.stringify(
    rows.map(({ symbol, at, premium, mark, index }) => ({
      symbol,
      at,
      premium: String(premium),
      mark: String(mark),
      index_price: String(index),
    })),
  )
  await db`
    insert into contract_premium
    select * from jsonb_populate_recordset(null::contract_premium, ${text}::text::jsonb) on conflict do nothing`
}

/** Forgets looks from before an instant. */
export async function removePremiums(db: Db, before: Instant): Promise<void> {
  await db`delete from contract_premium where at < ${before}`
}

/**
 * From where funding of a contract is still to be paid: the last instant that is, or the first look there is, whichever is
 * later. Undefined when nobody has looked since.
 */
export async function findFundedUntil(db: Db, symbol: string): Promise<Instant | undefined> {
  const [row] = await db<{ from: bigint | null }[]>`
    with last as (select coalesce(max(at), 0) as at from contract_funding where symbol = ${symbol})
    select min(premium.at) as from from contract_premium as premium, last
    where premium.symbol = ${symbol} and premium.at >= last.at`
  return row?.from === null || row === undefined ? undefined : instant(Number(row.from))
}

/** Notes that an instant's funding is paid, with what its payments came to. The market is a holder of what is left. */
export async function insertFunding(
  tx: Tx,
  of: {
    readonly symbol: string
    readonly at: Instant
    readonly rate: bigint
    readonly mark: bigint
    readonly looks: number
  },
): Promise<void> {
  await tx`
    insert into contract_funding (symbol, at, rate, mark, looks, holders, paid, by_instant)
    select ${of.symbol}, ${of.at}, ${of.rate}, ${of.mark}, ${of.looks}, sums.holders + 1,
      greatest(sums.paid, sums.received), true
    from (
      select count(*)::integer as holders, coalesce(sum(minor) filter (where minor > 0), 0)::bigint as received,
        coalesce(-sum(minor) filter (where minor < 0), 0)::bigint as paid
      from contract_funding_payment where symbol = ${of.symbol} and at = ${of.at}
    ) as sums
    on conflict do nothing`
}

/** Keeps the looks an instant's rate is made of, for as long as the rate is shown. Once for each instant: the first stay. */
export async function insertFundingLooks(
  tx: Tx,
  { symbol, at, looks }: { readonly symbol: string; readonly at: Instant; readonly looks: readonly PremiumRow[] },
): Promise<void> {
  const list = (of: (look: PremiumRow) => bigint | number): string => `{${looks.map(of).join(',')}}`
  await tx`
    insert into contract_funding_looks (symbol, at, ats, premiums, marks, index_prices)
    values (${symbol}, ${at}, ${list((look) => look.at)}::text::bigint[], ${list((look) => look.premium)}::text::bigint[],
      ${list((look) => look.mark)}::text::bigint[], ${list((look) => look.index)}::text::bigint[])
    on conflict do nothing`
}

/** The looks an instant's rate is made of, oldest first; none of an instant from before they were kept. */
export async function findFundingLooks(db: Db, symbol: string, at: Instant): Promise<readonly PremiumRow[]> {
  const rows = await db<PremiumOf[]>`
    select kept.symbol, look.at, look.premium, look.mark, look.index_price
    from contract_funding_looks as kept,
      unnest(kept.ats, kept.premiums, kept.marks, kept.index_prices) as look (at, premium, mark, index_price)
    where kept.symbol = ${symbol} and kept.at = ${at} order by look.at`
  return rows.map(premiumOf)
}

/** The funding of one instant as paid. */
export async function findFundingAt(db: Db, symbol: string, at: Instant): Promise<FundingRow | undefined> {
  const [row] = await db<FundingRow[]>`select * from contract_funding where symbol = ${symbol} and at = ${at}`
  return row
}

export interface FundingRow {
  readonly symbol: string
  readonly at: bigint
  readonly rate: bigint
  readonly mark: bigint
  readonly looks: number
  readonly holders: number
  readonly paid: bigint
}

/** Funding of a contract as paid, newest first. */
export async function findFunding(
  db: Db,
  symbol: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly FundingRow[]> {
  return await db<FundingRow[]>`
    select * from contract_funding
    where symbol = ${symbol} ${before === undefined ? db`` : db`and at < ${before}`} order by at desc limit ${limit}`
}

/** A rate of funding as it was recorded: once everybody was paid by it. */
export interface RecordedFunding {
  readonly symbol: string
  /** The instant it was paid for. */
  readonly at: Instant
  /** In parts of 10^9. */
  readonly rate: bigint
}

interface RateRow {
  readonly symbol: string
  readonly at: bigint
  readonly rate: bigint
}

const rateOf = ({ symbol, at, rate }: RateRow): RecordedFunding => ({ symbol, at: instant(Number(at)), rate })

/** The rates recorded after an instant of each contract, oldest first, at most so many of each. Those of one are in order. */
async function findRatesAfter(
  db: Db,
  after: ReadonlyMap<string, Instant>,
  limit: number,
): Promise<readonly RecordedFunding[]> {
  const rows = await db<RateRow[]>`
    select rate.* from unnest(
      ${[...after.keys()]}::text[], ${[...after.values()].map(String)}::bigint[]
    ) as place (symbol, at)
    cross join lateral (
      select symbol, at, rate from contract_funding
      where symbol = place.symbol and contract_funding.at > place.at order by contract_funding.at limit ${limit}
    ) as rate order by rate.at, rate.symbol`
  return rows.map(rateOf)
}

/** The last recorded rate of a contract. */
async function findLastRate(db: Db, symbol: string): Promise<RecordedFunding | undefined> {
  const [row] = await db<RateRow[]>`
    select symbol, at, rate from contract_funding where symbol = ${symbol} order by at desc limit 1`
  return row === undefined ? undefined : rateOf(row)
}

/** The recorded rates of funding, for who follows them; `cap`: no rate is beyond it, either way. */
export const recordedRates = { after: findRatesAfter, last: findLastRate, cap: fundingTerms.cap } as const

interface OwnFundingRow {
  readonly symbol: string
  readonly at: bigint
  readonly position_id: string
  readonly size: bigint
  readonly minor: bigint
  readonly entry_id: string | null
  readonly rate: bigint
  readonly mark: bigint
}

/** What a customer paid and was paid, newest first; `before` is an instant and a symbol. */
export async function findOwnFunding(
  db: Db,
  customerId: Id<'cus'>,
  page: {
    readonly symbol: string | undefined
    readonly before: { readonly at: number; readonly symbol: string } | undefined
    readonly limit: number
  },
): Promise<readonly OwnFundingRow[]> {
  const { symbol, before, limit } = page
  return await db<OwnFundingRow[]>`
    select own.*, funding.rate, funding.mark
    from contract_funding_payment as own join contract_funding as funding using (symbol, at)
    where customer_id = ${customerId} ${symbol === undefined ? db`` : db`and symbol = ${symbol}`}
      ${before === undefined ? db`` : db`and (at, symbol) < (${before.at}, ${before.symbol})`}
    order by at desc, symbol desc limit ${limit}`
}
