import { type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/** What liquidations closed of a contract on the book within an hour. No account can be recognized by it. */
export interface Liquidated {
  readonly symbol: string
  /** When the hour began. */
  readonly from: Instant
  readonly accounts: number
  readonly fills: number
  /** In units of the contract. */
  readonly quantity: bigint
  readonly low: bigint
  readonly high: bigint
}

const hourMs = 3_600_000

/** What was liquidated in the hours with from ≤ time < to, of each of these contracts and hour with at least so many accounts. */
export async function findLiquidated(
  db: Db,
  of: {
    readonly symbols: readonly string[]
    readonly from: Instant
    readonly to: Instant
    readonly leastAccounts: number
  },
): Promise<readonly Liquidated[]> {
  const rows = await db<(Omit<Liquidated, 'from'> & { readonly start: bigint })[]>`
    select symbol, at / ${hourMs}::bigint * ${hourMs}::bigint as start, count(distinct customer_id)::int as accounts,
      count(*)::int as fills, sum(abs(size))::bigint as quantity, min(price) as low, max(price) as high
    from contract_booking
    where symbol = any(${[...of.symbols]}::text[]) and at >= ${of.from} and at < ${of.to}
      and what = 'fill' and liquidation_id is not null
    group by symbol, start having count(distinct customer_id) >= ${of.leastAccounts} order by start, symbol`
  return rows.map(({ start, ...row }) => ({ ...row, from: instant(Number(start)) }))
}
