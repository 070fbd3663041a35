import { dayNumber, type Instant, instant, type Price, priceOf, type TradeDate, tradeDate } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/** The close of a quarter of an hour that was recorded from its first moment to its last, and will not change any more. */
interface RecordedQuarter {
  readonly start: Instant
  readonly close: Price
}

/** What is recorded of a day of an instrument: nothing in it was generated. */
export interface RecordedDay {
  readonly symbol: string
  readonly date: TradeDate
  readonly previousClose: Price
  /** In the order of time. */
  readonly quarters: readonly RecordedQuarter[]
}

/** Milliseconds of a quarter of an hour. */
export const quarterMs = 900_000
/** The minute of a recording's end is still being written. */
const openMinuteMs = 60_000
const dayMs = 86_400_000

/**
 * The days from a date on of these instruments, with the quarters that one recording saw whole. A day whose previous close
 * was generated is left out: nothing in it was a move from a price that somebody paid.
 */
export async function findRecordedDays(
  db: Db,
  symbols: readonly string[],
  from: TradeDate,
): Promise<readonly RecordedDay[]> {
  // No zone's day begins a day before that of UTC: recordings that ended earlier are compared with no quarter.
  const earliest = (dayNumber(from) - 1) * dayMs
  const rows = await db<
    {
      instrument_id: string
      trade_date: string
      previous_close: bigint
      starts: readonly bigint[]
      closes: readonly bigint[]
    }[]
  >`
    select instrument_id, trade_date, previous_close,
      array_agg(quarter.start_at order by quarter.start_at) as starts,
      array_agg(quarter.close order by quarter.start_at) as closes
    from market_day as day
      cross join lateral unnest(quarter_starts, quarter_closes) as quarter (start_at, close)
    where trade_date >= ${from}::date and instrument_id = any(${[...symbols]}::text[]) and not previous_close_generated
      and previous_close > 0 and not quarter.start_at = any(generated_quarters)
      and exists (
        select from market_recording as run
        where run.to_at >= ${earliest} and run.from_at <= quarter.start_at
          and run.to_at >= quarter.start_at + ${quarterMs + openMinuteMs}::bigint)
    group by instrument_id, trade_date, previous_close
    order by trade_date, instrument_id`
  return rows.map((row) => ({
    symbol: row.instrument_id,
    date: tradeDate(row.trade_date),
    previousClose: priceOf(row.previous_close),
    quarters: row.starts.map((start, at) => ({
      start: instant(Number(start)),
      close: priceOf(row.closes[at] ?? 0n),
    })),
  }))
}
