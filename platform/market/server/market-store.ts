import { type Instant, instant, type Price, priceOf, quantityOf, type TradeDate, tradeDate } from '@bolsillo/kernel'
import { type Db, type Sql, transaction } from '@bolsillo/server-kit'
import type { Candle, Generated, Trade } from '../domain/index.ts'

/** A day as stored: the candle, and where a restart goes on. */
export interface StoredDay {
  readonly instrumentId: string
  readonly date: TradeDate
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
  readonly previousClose: Price
  readonly volume: bigint
  readonly turnover: bigint
  readonly trades: number
  readonly generated: Generated | undefined
  readonly isPreviousCloseGenerated: boolean
  readonly quarters: ReadonlyArray<readonly [Instant, Price]>
  /** Those of the quarters whose close was generated. */
  readonly generatedQuarters: readonly Instant[]
  readonly sequence: number
  readonly source: string
  readonly at: Instant
  readonly complete: boolean
}

/** What one flush writes. */
export interface Recorded {
  readonly trades: ReadonlyArray<{ readonly instrumentId: string; readonly trade: Trade }>
  readonly minutes: ReadonlyArray<{ readonly instrumentId: string; readonly candle: Candle }>
  readonly days: readonly StoredDay[]
  /** An attempt before this one failed, and may have been committed all the same: prints that are there are left as they are. */
  readonly isAgain: boolean
}

/** A stretch of time some process recorded; both ends are starts of minutes, both included. */
export interface Recording {
  readonly from: Instant
  readonly to: Instant
}

interface CandleRow {
  readonly instrument_id: string
  readonly start_at: bigint
  readonly open: bigint
  readonly high: bigint
  readonly low: bigint
  readonly close: bigint
  readonly volume: bigint
  readonly turnover: string
  readonly trades: number
}

const candleOf = (row: CandleRow): Candle => ({
  start: instant(Number(row.start_at)),
  open: priceOf(row.open),
  high: priceOf(row.high),
  low: priceOf(row.low),
  close: priceOf(row.close),
  volume: quantityOf(row.volume),
  turnover: BigInt(row.turnover),
  trades: row.trades,
  // Only what somebody recorded is stored as minutes.
  generated: undefined,
})

/** Starts a recording and gives its number. */
export async function startRecording(sql: Sql, at: Instant): Promise<number> {
  const [row] = await sql<{ recording_no: number }[]>`
    insert into market_recording (from_at, to_at) values (${at}, ${at}) returning recording_no`
  return row?.recording_no ?? 0
}

/** Every stretch recorded so far, oldest first. */
export async function findRecordings(db: Db): Promise<readonly Recording[]> {
  const rows = await db<{ from_at: bigint; to_at: bigint }[]>`
    select from_at, to_at from market_recording order by from_at`
  return rows.map((row) => ({ from: instant(Number(row.from_at)), to: instant(Number(row.to_at)) }))
}

/**
 * Since when a market of this source is recorded here: said once, at its first start, and never changed (decision 87).
 * An act of the journal keeps it.
 */
export async function noteRecordedSince(sql: Sql, source: string, at: Instant): Promise<Instant> {
  const known = await findRecordedSince(sql, source)
  if (known !== undefined) return known
  await transaction(
    sql,
    (tx) => tx`insert into market_since (source, since_at) values (${source}, ${at}) on conflict (source) do nothing`,
    { cause: 'start:market' },
  )
  return (await findRecordedSince(sql, source)) ?? at
}

async function findRecordedSince(db: Db, source: string): Promise<Instant | undefined> {
  const [row] = await db<{ since_at: bigint }[]>`select since_at from market_since where source = ${source}`
  return row === undefined ? undefined : instant(Number(row.since_at))
}

/**
 * Writes what happened since the last flush, all of it or nothing, one statement a table. The commit is not waited for:
 * after a crash of the machine the last moment of prints and of their candles is gone, always both together, and no
 * customer's order hangs on them (fills are the desk's, and are waited for).
 */
export async function saveRecorded(
  sql: Sql,
  recordingNo: number,
  until: Instant,
  { trades, minutes, days, isAgain }: Recorded,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit to off`
    // Whoever reads prints on from a number misses none only if numbers are committed in their order: one writer at a time.
    await tx`select pg_advisory_xact_lock(hashtextextended('market_trade.no', 0))`
    // Its row is locked first: an attempt that is still under way has ended before what it wrote is looked for.
    await tx`update market_recording set to_at = greatest(to_at, ${until}) where recording_no = ${recordingNo}`
    if (trades.length > 0) {
      await tx`
        insert into market_trade (instrument_id, traded_at, sequence, price, quantity, side, source)
        select instrument_id, traded_at, sequence, price, quantity, nullif(side, '')::"char", source
        from unnest(
          ${trades.map(({ instrumentId }) => instrumentId)}::text[],
          ${trades.map(({ trade }) => String(trade.at))}::bigint[],
          ${trades.map(({ trade }) => String(trade.sequence))}::bigint[],
          ${trades.map(({ trade }) => String(trade.price))}::bigint[],
          ${trades.map(({ trade }) => String(trade.quantity))}::bigint[],
          ${trades.map(({ trade }) => trade.side?.charAt(0) ?? '')}::text[],
          ${trades.map(({ trade }) => trade.source)}::text[]
        ) as print (instrument_id, traded_at, sequence, price, quantity, side, source)
        where not ${isAgain} or not exists (
          select from market_trade as kept
          where kept.instrument_id = print.instrument_id and kept.traded_at = print.traded_at
            and kept.sequence = print.sequence and kept.source = print.source)`
    }
    if (minutes.length > 0) {
      await tx`
        insert into market_minute (instrument_id, start_at, open, high, low, close, volume, turnover, trades)
        select * from unnest(
          ${minutes.map(({ instrumentId }) => instrumentId)}::text[],
          ${minutes.map(({ candle }) => String(candle.start))}::bigint[],
          ${minutes.map(({ candle }) => String(candle.open))}::bigint[],
          ${minutes.map(({ candle }) => String(candle.high))}::bigint[],
          ${minutes.map(({ candle }) => String(candle.low))}::bigint[],
          ${minutes.map(({ candle }) => String(candle.close))}::bigint[],
          ${minutes.map(({ candle }) => String(candle.volume))}::bigint[],
          ${minutes.map(({ candle }) => String(candle.turnover))}::numeric[],
          ${minutes.map(({ candle }) => candle.trades)}::integer[]
        )
        on conflict (instrument_id, start_at) do update set
          open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
          volume = excluded.volume, turnover = excluded.turnover, trades = excluded.trades`
    }
    if (days.length > 0) await upsertDays(tx, days)
  })
}

/** Writes days that were completed after the fact. */
export async function saveDays(sql: Sql, days: readonly StoredDay[]): Promise<void> {
  if (days.length > 0) await upsertDays(sql, days)
}

function upsertDays(db: Db, days: readonly StoredDay[]) {
  // Lists inside a list have no unnest, so the quarters travel as the text PostgreSQL reads arrays from.
  const list = (values: readonly (Instant | Price)[]): string => `{${values.join(',')}}`
  return db`
    insert into market_day (instrument_id, trade_date, open, high, low, close, previous_close, volume, turnover,
      trades, quarter_starts, quarter_closes, sequence, source, at, complete,
      generated, previous_close_generated, generated_quarters)
    select instrument_id, trade_date::date, open, high, low, close, previous_close, volume, turnover, trades,
      quarter_starts::bigint[], quarter_closes::bigint[], sequence, source, at, complete::boolean,
      nullif(generated, ''), previous_close_generated::boolean, generated_quarters::bigint[]
    from unnest(
      ${days.map(({ instrumentId }) => instrumentId)}::text[],
      ${days.map(({ date }) => date)}::text[],
      ${days.map(({ open }) => String(open))}::bigint[],
      ${days.map(({ high }) => String(high))}::bigint[],
      ${days.map(({ low }) => String(low))}::bigint[],
      ${days.map(({ close }) => String(close))}::bigint[],
      ${days.map(({ previousClose }) => String(previousClose))}::bigint[],
      ${days.map(({ volume }) => String(volume))}::bigint[],
      ${days.map(({ turnover }) => String(turnover))}::numeric[],
      ${days.map(({ trades }) => trades)}::integer[],
      ${days.map(({ quarters }) => list(quarters.map(([start]) => start)))}::text[],
      ${days.map(({ quarters }) => list(quarters.map(([, close]) => close)))}::text[],
      ${days.map(({ sequence }) => String(sequence))}::bigint[],
      ${days.map(({ source }) => source)}::text[],
      ${days.map(({ at }) => String(at))}::bigint[],
      ${days.map(({ complete }) => String(complete))}::text[],
      ${days.map(({ generated }) => generated ?? '')}::text[],
      ${days.map(({ isPreviousCloseGenerated }) => String(isPreviousCloseGenerated))}::text[],
      ${days.map(({ generatedQuarters }) => list(generatedQuarters))}::text[]
    ) as day (instrument_id, trade_date, open, high, low, close, previous_close, volume, turnover, trades,
      quarter_starts, quarter_closes, sequence, source, at, complete,
      generated, previous_close_generated, generated_quarters)
    on conflict (instrument_id, trade_date) do update set
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
      previous_close = excluded.previous_close, volume = excluded.volume, turnover = excluded.turnover,
      trades = excluded.trades, quarter_starts = excluded.quarter_starts, quarter_closes = excluded.quarter_closes,
      sequence = excluded.sequence, source = excluded.source, at = excluded.at, complete = excluded.complete,
      generated = excluded.generated, previous_close_generated = excluded.previous_close_generated,
      generated_quarters = excluded.generated_quarters`
}

interface DayRow extends Omit<CandleRow, 'start_at'> {
  readonly trade_date: string
  readonly previous_close: bigint
  readonly quarter_starts: readonly bigint[]
  readonly quarter_closes: readonly bigint[]
  readonly sequence: bigint
  readonly source: string
  readonly at: bigint
  readonly complete: boolean
  readonly generated: Generated | null
  readonly previous_close_generated: boolean
  readonly generated_quarters: readonly bigint[]
}

const storedDayOf = (row: DayRow): StoredDay => ({
  instrumentId: row.instrument_id,
  date: tradeDate(row.trade_date),
  open: priceOf(row.open),
  high: priceOf(row.high),
  low: priceOf(row.low),
  close: priceOf(row.close),
  previousClose: priceOf(row.previous_close),
  volume: row.volume,
  turnover: BigInt(row.turnover),
  trades: row.trades,
  generated: row.generated ?? undefined,
  isPreviousCloseGenerated: row.previous_close_generated,
  generatedQuarters: row.generated_quarters.map((start) => instant(Number(start))),
  quarters: row.quarter_starts.map((start, i) => [instant(Number(start)), priceOf(row.quarter_closes[i] ?? 0n)]),
  sequence: Number(row.sequence),
  source: row.source,
  at: instant(Number(row.at)),
  complete: row.complete,
})

/** The latest stored day of each instrument. */
export async function findLatestDays(db: Db): Promise<readonly StoredDay[]> {
  const rows = await db<DayRow[]>`
    select distinct on (instrument_id) * from market_day order by instrument_id, trade_date desc`
  return rows.map(storedDayOf)
}

/** The stored days of a date, of those instruments that have one. */
export async function findDaysOf(
  db: Db,
  instrumentIds: readonly string[],
  date: TradeDate,
): Promise<readonly StoredDay[]> {
  const rows = await db<DayRow[]>`
    select * from market_day
    where instrument_id = any(${instrumentIds}::text[]) and trade_date = ${date}::date`
  return rows.map(storedDayOf)
}

/** Every source a stored day names. */
export async function findSources(db: Db): Promise<readonly string[]> {
  const rows = await db<{ source: string }[]>`select distinct source from market_day order by source`
  return rows.map(({ source }) => source)
}

/** The stored days of one instrument, oldest first. */
export async function findDays(
  db: Db,
  instrumentId: string,
  from: TradeDate,
  to: TradeDate,
): Promise<readonly StoredDay[]> {
  const rows = await db<DayRow[]>`
    select * from market_day
    where instrument_id = ${instrumentId} and trade_date between ${from}::date and ${to}::date
    order by trade_date`
  return rows.map(storedDayOf)
}

/** The stored minutes of one instrument with from ≤ start < to, oldest first. */
export async function findMinutes(
  db: Db,
  instrumentId: string,
  from: Instant,
  to: Instant,
): Promise<readonly Candle[]> {
  const rows = await db<CandleRow[]>`
    select * from market_minute
    where instrument_id = ${instrumentId} and start_at >= ${from} and start_at < ${to}
    order by start_at`
  return rows.map(candleOf)
}

/** The minute of each instrument that was being written when the last process stopped, if it is `start`. */
export async function findOpenMinutes(db: Db, start: Instant): Promise<ReadonlyMap<string, Candle>> {
  const rows = await db<CandleRow[]>`select * from market_minute where start_at = ${start}`
  return new Map(rows.map((row) => [row.instrument_id, candleOf(row)]))
}

interface TradeRow {
  readonly instrument_id: string
  readonly no: bigint
  readonly traded_at: bigint
  readonly sequence: bigint
  readonly price: bigint
  readonly quantity: bigint
  readonly side: string | null
  readonly source: string
}

const tradeOf = (row: TradeRow): Trade => ({
  at: instant(Number(row.traded_at)),
  sequence: Number(row.sequence),
  price: priceOf(row.price),
  quantity: quantityOf(row.quantity),
  source: row.source,
  ...(row.side === null ? {} : { side: row.side === 'b' ? 'buy' : 'sell' }),
})

/** The latest stored prints of each of these instruments, oldest first. */
export async function findLatestTrades(
  db: Db,
  instrumentIds: readonly string[],
  perInstrument: number,
): Promise<ReadonlyMap<string, readonly Trade[]>> {
  const rows = await db<TradeRow[]>`
    select latest.* from unnest(${[...instrumentIds]}::text[]) as wanted (id)
    cross join lateral (
      select * from market_trade where instrument_id = wanted.id
      order by traded_at desc, sequence desc limit ${perInstrument}
    ) as latest`
  const trades = new Map<string, Trade[]>()
  for (const row of rows) trades.set(row.instrument_id, [tradeOf(row), ...(trades.get(row.instrument_id) ?? [])])
  return trades
}

/** The prints behind a candle: those with from ≤ time < to, oldest first, at most `limit`. */
export async function findTradesBetween(
  db: Db,
  options: { readonly instrumentId: string; readonly from: Instant; readonly to: Instant; readonly limit: number },
): Promise<readonly Trade[]> {
  const rows = await db<TradeRow[]>`
    select * from market_trade
    where instrument_id = ${options.instrumentId} and traded_at >= ${options.from} and traded_at < ${options.to}
    order by traded_at, sequence limit ${options.limit}`
  return rows.map(tradeOf)
}

/** A print as it is recorded: numbered over all instruments in the order of recording. */
export interface RecordedPrint extends Trade {
  readonly no: bigint
  readonly symbol: string
}

/** The prints recorded after one, in the order of recording, at most `limit`. */
export async function findPrintsAfter(db: Db, no: bigint, limit: number): Promise<readonly RecordedPrint[]> {
  const rows = await db<TradeRow[]>`select * from market_trade where no > ${no} order by no limit ${limit}`
  return rows.map((row) => ({ ...tradeOf(row), no: row.no, symbol: row.instrument_id }))
}

/** Takes out prints and minutes older than these times, a bounded number at a time. Says whether there may be more. */
export async function retire(
  sql: Sql,
  options: { readonly tradesBefore: Instant; readonly minutesBefore: Instant; readonly rowsMax: number },
): Promise<boolean> {
  const trades = await sql`
    delete from market_trade where ctid = any (array(
      select ctid from market_trade where traded_at < ${options.tradesBefore} limit ${options.rowsMax}))`
  const minutes = await sql`
    delete from market_minute where ctid = any (array(
      select ctid from market_minute where start_at < ${options.minutesBefore} limit ${options.rowsMax}))`
  return trades.count === options.rowsMax || minutes.count === options.rowsMax
}
