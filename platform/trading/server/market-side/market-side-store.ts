import type { TradeDate } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { SideFlow, SideInstrument, TradedProduct } from '../../domain/index.ts'

interface FlowRow {
  readonly instrument_id: string
  readonly day: TradeDate | null
  readonly is_demo: boolean
  readonly bought: string
  readonly sold: string
  readonly paid: string
  readonly got: string
}

/** How many units of an instrument a whole share is: offerings count in shares. */
const unitsOf = (db: Db, instruments: readonly SideInstrument[]) => db`
  coalesce((select units from unnest(${instruments.map(({ id }) => id)}::text[],
    ${instruments.map(({ scale }) => String(10n ** BigInt(scale.quantityScale)))}::bigint[]) as known (id, units)
    where known.id = symbol), 1)`

/**
 * What all customers bought, were allotted and sold of these instruments, by exchange day, and before the first day shown. What was made up
 * for the demonstration never met the market and is left out.
 */
export async function findSideFlows(
  db: Db,
  products: readonly TradedProduct[],
  instruments: readonly SideInstrument[],
): Promise<readonly SideFlow[]> {
  const spans = instruments.flatMap(({ id, spans: own }) => [
    { id, day: null, from: 0, to: own[0]?.from ?? 0 },
    ...own.map(({ date, from, to }) => ({ id, day: date, from, to })),
  ])
  const rows = await db<FlowRow[]>`
    select instrument_id, span.day, demo_account.customer_id is not null as is_demo,
      coalesce(sum(quantity) filter (where side = 'buy'), 0)::text as bought,
      coalesce(sum(quantity) filter (where side = 'sell'), 0)::text as sold,
      coalesce(sum(amount) filter (where side = 'buy'), 0)::text as paid,
      coalesce(sum(amount) filter (where side = 'sell'), 0)::text as got
    from (
        select instrument_id, customer_id, side, quantity, amount, filled_at, product, source from trade_fill
        union all
        select symbol, done.customer_id, 'buy', allotted * ${unitsOf(db, instruments)}, allotted * price, settled_at, 'stock', ''
        from offering_settlement as done join offering_result as result using (application_id)
          join offering on offering.id = result.offering_id
        where allotted > 0
      ) as moved
      join unnest(${spans.map(({ id }) => id)}::text[], ${spans.map(({ day }) => day)}::text[],
        ${spans.map(({ from }) => String(from))}::bigint[], ${spans.map(({ to }) => String(to))}::bigint[])
        as span (instrument_id, day, from_at, to_at) using (instrument_id)
      left join demo_account using (customer_id)
    where filled_at >= span.from_at and filled_at < span.to_at and product = any (${[...products]}::text[])
      and source not like '%-candles'
    group by instrument_id, span.day, is_demo`
  return rows.map((row) => ({
    instrumentId: row.instrument_id,
    date: row.day ?? undefined,
    isDemo: row.is_demo,
    boughtUnits: BigInt(row.bought),
    soldUnits: BigInt(row.sold),
    paid: BigInt(row.paid),
    got: BigInt(row.got),
    other: 0n,
  }))
}
