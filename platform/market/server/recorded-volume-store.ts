import { type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/** The windows volumes are looked at in: the candles of five minutes. */
export const volumeWindowMs = 300_000

/** What was traded of an instrument in a window, as its recorded minutes have it. */
export interface RecordedVolume {
  readonly symbol: string
  /** When the window began. */
  readonly from: Instant
  /** In units of the instrument's quantity. */
  readonly volume: bigint
}

const windowOf = (at: number): Instant => instant(at - (at % volumeWindowMs))

/** Up to when all windows are recorded: what is stored covers every minute before. 0 while nothing is. */
export async function findWindowsUntil(db: Db): Promise<Instant> {
  const [row] = await db<{ until: bigint | null }[]>`select max(to_at) as until from market_recording`
  return windowOf(Number(row?.until ?? 0n))
}

/** The windows with trades of these instruments that begin in from ≤ time < to, oldest first. Both ends are whole windows. */
export async function findVolumes(
  db: Db,
  of: { readonly symbols: readonly string[]; readonly from: Instant; readonly to: Instant },
): Promise<readonly RecordedVolume[]> {
  const rows = await db<{ symbol: string; start: bigint; volume: string }[]>`
    select instrument_id as symbol, start_at / ${volumeWindowMs}::bigint * ${volumeWindowMs}::bigint as start,
      sum(volume)::text as volume
    from market_minute
    where instrument_id = any(${[...of.symbols]}::text[]) and start_at >= ${of.from} and start_at < ${of.to}
    group by 1, 2 having sum(volume) > 0 order by start, symbol`
  return rows.map(({ symbol, start, volume }) => ({
    symbol,
    from: instant(Number(start)),
    volume: BigInt(volume),
  }))
}

/** How far back a usual volume looks: over any weekend. */
const usualDays = 3

/**
 * What was traded of an instrument in the windows of the last three days before the one that holds `at`, and in how many of
 * them there were trades: its usual volume is the mean of those.
 */
export async function findUsualVolume(
  db: Db,
  symbol: string,
  at: Instant,
): Promise<{ readonly volume: bigint; readonly windows: number }> {
  const to = windowOf(at)
  const [row] = await db<{ volume: string; windows: number }[]>`
    select coalesce(sum(volume), 0)::text as volume,
      count(distinct start_at / ${volumeWindowMs}::bigint)::integer as windows
    from market_minute
    where instrument_id = ${symbol} and start_at >= ${to - usualDays * 86_400_000} and start_at < ${to} and volume > 0`
  return { volume: BigInt(row?.volume ?? 0), windows: row?.windows ?? 0 }
}
