import type { BooksRead } from './books-store.ts'

// What the checker reads of market news and of the records they name. Whole numbers travel as text and become bigints here.

interface NewsRow<Facts> {
  readonly id: string
  readonly symbol: string
  /** The trade date of a move; the first millisecond of the hour of a wave. */
  readonly session: string
  readonly happenedAt: bigint
  readonly facts: Facts
}

export type MoveNews = NewsRow<
  Readonly<Record<'tradeDate' | 'quarterStart' | 'previousClose' | 'price' | 'percent' | 'leastPercent', string>>
>
export type WaveNews = NewsRow<
  Readonly<Record<'from' | 'to' | 'accounts' | 'fills' | 'quantity' | 'low' | 'high' | 'leastAccounts', string>>
>

/** News of large moves. */
export const readMoveNews = (read: BooksRead): Promise<readonly MoveNews[]> => readNews(read, 'large-move')
/** News of waves of liquidations. */
export const readWaveNews = (read: BooksRead): Promise<readonly WaveNews[]> => readNews(read, 'liquidation-wave')

async function readNews<Facts>(read: BooksRead, kind: string): Promise<readonly NewsRow<Facts>[]> {
  type Stored = Omit<NewsRow<Facts>, 'happenedAt'> & { readonly happened: string }
  const rows = await read<Stored[]>`
    select id, symbol, session, happened_at::text as happened, facts
    from content_market_news where kind = ${kind} order by id`
  return rows.map(({ happened, ...row }) => ({ ...row, happenedAt: BigInt(happened) }) as NewsRow<Facts>)
}

interface QuarterRow {
  readonly start: bigint
  readonly close: bigint
  readonly previousClose: bigint
}

/** The closes of a day by the quarter of an hour that were recorded and not generated, in the order of time. */
export async function readQuartersOf(read: BooksRead, symbol: string, date: string): Promise<readonly QuarterRow[]> {
  const rows = await read<{ start: string; close: string; previous: string }[]>`
    select quarter_starts[place]::text as start, quarter_closes[place]::text as close, previous_close::text as previous
    from market_day, generate_subscripts(quarter_starts, 1) as place
    where instrument_id = ${symbol} and trade_date::text = ${date} and not previous_close_generated
      and array_position(generated_quarters, quarter_starts[place]) is null
      and (select count(*) from market_recording
        where from_at <= quarter_starts[place] and to_at > quarter_starts[place] + 900000) > 0
    order by quarter_starts[place]`
  return rows.map((row) => ({
    start: BigInt(row.start),
    close: BigInt(row.close),
    previousClose: BigInt(row.previous),
  }))
}

/** What liquidations closed of a contract on the book, with from ≤ time < to. */
export async function readLiquidatedIn(read: BooksRead, symbol: string, from: bigint, to: bigint) {
  const [row] = await read<Record<'accounts' | 'fills' | 'quantity' | 'low' | 'high', string>[]>`
    select count(distinct customer_id)::text as accounts, count(*)::text as fills,
      coalesce(sum(abs(size)), 0)::text as quantity, min(price)::text as low, max(price)::text as high
    from contract_booking
    where symbol = ${symbol} and at >= ${String(from)}::bigint and at < ${String(to)}::bigint
      and liquidation_id <> '' and what = 'fill'`
  return row ?? { accounts: '0', fills: '0', quantity: '0', low: '', high: '' }
}
