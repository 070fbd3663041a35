import type { BooksRead } from '../books-store.ts'

/** A print that is not what its fill says. */
export interface OtherTick {
  readonly fillId: string
  /** Instrument, source and sequence: what a fill names its print by. */
  readonly name: string
  readonly wanted: string
  readonly said: string
  readonly entryId: string
  /** When the print was made, where nothing but a later time tells it from its fill; else undefined. */
  readonly lateAt: string | null
}

/** A print has the time it was matched, its fill that of the batch it was booked in: later, when batches had to wait. */
const apartMs = 5 * 60_000

/** Prints that differ from the fill that names them, or occur twice. */
export async function readOtherTicks(
  read: BooksRead,
  seeded: readonly string[],
  setBackMs: number,
): Promise<readonly OtherTick[]> {
  return await read<OtherTick[]>`
    with printed as (
      select instrument_id, source, sequence, min(traded_at) as first_at, max(traded_at) as last_at,
        string_agg(concat_ws(' ', quantity, 'at', price, coalesce(side, '?')), ' and ') as said
      from market_trade group by instrument_id, source, sequence
    ), met as (
      select fill_id, entry_id, concat_ws(' ', instrument_id, source, sequence) as name, filled_at, first_at, last_at, said,
        concat_ws(' ', quantity, 'at', price, case when (side = 'buy') = (liquidity = 'taker') then 'b' else 's' end) as wanted
      from trade_fill join printed using (instrument_id, source, sequence) where entry_id <> all (${[...seeded]}::text[])
    )
    select fill_id as "fillId", name, concat_ws(' ', wanted, 'of', filled_at) as wanted, concat_ws(' ', said, 'of', first_at) as said,
      entry_id as "entryId", (case when said = wanted and first_at > filled_at then first_at end)::text as "lateAt"
    from met
    where said <> wanted or greatest(abs(filled_at - first_at), abs(filled_at - last_at)) > ${apartMs + setBackMs} order by fill_id`
}

// Prints are written a little behind and kept for two hours; a process that is killed loses its last ones. Of a fill well within
// a stretch that was written down, and well within those hours, the print is there.
const marginMs = 60_000
const keptMs = 110 * 60_000

/** Fills of the practice market's own book whose print is missing although it was written down. */
export async function readLostTicks(
  read: BooksRead,
  seeded: readonly string[],
  setBackMs: number,
): Promise<readonly { readonly fillId: string; readonly name: string }[]> {
  return await read<{ fillId: string; name: string }[]>`
    select fill_id as "fillId", concat_ws(' ', instrument_id, source, sequence) as name
    from trade_fill as fill
    where source = 'simulated' and entry_id <> all (${[...seeded]}::text[])
      and filled_at > (select max(to_at) from market_recording) - ${keptMs - setBackMs}
      and exists (select from market_recording as stretch
        where fill.filled_at between stretch.from_at + ${marginMs + setBackMs} and stretch.to_at - ${marginMs + setBackMs})
      and not exists (select from market_trade as tick where tick.instrument_id = fill.instrument_id
        and tick.sequence = fill.sequence and tick.source = fill.source)
    order by fill_id`
}
