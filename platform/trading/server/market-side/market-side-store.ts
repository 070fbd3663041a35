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

/**
 * What all customers bought and sold of these instruments, by exchange day, and before the first day shown. What was made up
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
    from trade_fill
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
