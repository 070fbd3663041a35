import type { BooksRead } from '../books-store.ts'

/** An alert on recorded facts. Whole numbers travel as text and become bigints here. */
export interface FactAlertRow {
  readonly id: string
  readonly symbol: string
  readonly kind: string
  readonly fact: string
  readonly rises: boolean
  readonly wanted: bigint
  readonly level: bigint
  readonly armedAt: bigint
  readonly reference: bigint | undefined
  readonly fired: { readonly from: bigint; readonly at: bigint; readonly value: bigint } | undefined
}

type Text = string | null

/** All alerts on recorded facts. */
export async function readFactAlerts(read: BooksRead): Promise<readonly FactAlertRow[]> {
  const rows = await read<
    (Pick<FactAlertRow, 'id' | 'symbol' | 'kind' | 'fact' | 'rises'> &
      Record<'wanted' | 'level' | 'armedAt', string> &
      Record<'reference' | 'firedFrom' | 'firedAt' | 'firedValue', Text>)[]
  >`
    select id, symbol, kind, fact, rises, wanted::text, level::text, armed_at::text as "armedAt",
      reference::text, fired_from::text as "firedFrom", fired_at::text as "firedAt", fired_value::text as "firedValue"
    from fact_alert order by id`
  return rows.map(({ reference, firedFrom, firedAt, firedValue, wanted, level, armedAt, ...row }) => ({
    ...row,
    ...{ wanted: BigInt(wanted), level: BigInt(level), armedAt: BigInt(armedAt) },
    reference: reference === null ? undefined : BigInt(reference),
    fired:
      firedFrom === null
        ? undefined
        : { from: BigInt(firedFrom), at: BigInt(firedAt ?? 0), value: BigInt(firedValue ?? 0) },
  }))
}

/** What minutes have of an instrument in from ≤ time < to; undefined where they are not kept so far back. */
export async function readVolume(
  read: BooksRead,
  symbol: string,
  from: bigint,
  to: bigint,
): Promise<bigint | undefined> {
  const [row] = await read<{ volume: string; isKept: boolean }[]>`
    select coalesce(sum(volume), 0)::text as volume,
      ${String(from)}::bigint > coalesce((select max(to_at) from market_recording), 0) - ${String(keptMs)}::bigint
        as "isKept"
    from market_minute where instrument_id = ${symbol} and start_at >= ${String(from)} and start_at < ${String(to)}`
  return row?.isKept === true ? BigInt(row.volume) : undefined
}

/** Minutes are kept forty days; a day less is certain. */
const keptMs = 39n * 86_400_000n

/** The rates of a contract that were recorded for instants after one, oldest first, and up to which alerts were compared. */
export async function readRates(
  read: BooksRead,
  symbol: string,
  after: bigint,
): Promise<readonly { readonly at: bigint; readonly rate: bigint; readonly isCompared: boolean }[]> {
  const rows = await read<{ at: string; rate: string; isCompared: boolean }[]>`
    select at::text, rate::text, at <= coalesce((
        select upto from fact_alert_place where fact = 'funding' and fact_alert_place.symbol = contract_funding.symbol
      ), 0) as "isCompared"
    from contract_funding where symbol = ${symbol} and at > ${String(after)} order by contract_funding.at`
  return rows.map(({ at, rate, isCompared }) => ({ at: BigInt(at), rate: BigInt(rate), isCompared }))
}
