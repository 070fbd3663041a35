import {
  currencies,
  type Id,
  type Instant,
  instant,
  money,
  plusMs,
  shareBps,
  writeMoney,
  writePercent,
} from '@bolsillo/kernel'
import { type Generated, type Interval, writeGenerated } from '@bolsillo/market/domain'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { value, type valueRanges } from '../contract/index.ts'
import {
  type AssetChange,
  flowBetween,
  rangeTimes,
  resultsOver,
  totalOf,
  type ValuePoint,
  valuesOver,
  type WorthAt,
} from '../domain/index.ts'
import type { PortfolioDeps } from './deps.ts'

type Range = (typeof valueRanges)[number]

const { MXN, USD } = currencies
const dayMs = 86_400_000
/** How far back a range reaches, how many points it shows, and which candles price the past. */
const ranges: Readonly<Record<Range, { readonly ms: number; readonly points: number; readonly interval: Interval }>> = {
  '1d': { ms: dayMs, points: 97, interval: '5m' },
  '1w': { ms: 7 * dayMs, points: 85, interval: '15m' },
  '1M': { ms: 30 * dayMs, points: 61, interval: '1h' },
  '1y': { ms: 365 * dayMs, points: 105, interval: '1d' },
  all: { ms: 5 * 365 * dayMs, points: 105, interval: '1d' },
}

/** What everything the customer has was worth over time, in all purses, from the journal and recorded prices. */
export const readValue = useCase(value, async ({ range }, context, deps: PortfolioDeps) => {
  const { now } = context
  const { interval, points: count, ms } = ranges[range]
  const since = plusMs(now, -ms)
  const { customerId } = context.customer
  const [{ changes, balances }, flows] = await Promise.all([
    loadChanges(deps, customerId, since, context),
    deps.books.flows(context.db, customerId, { since, now }),
  ])
  // "All" begins with the first thing that ever happened, not with years of nothing.
  const earliest = changes.reduce((least, { at }) => Math.min(least, at), Number(now))
  const from = range === 'all' ? instant(Math.max(since, earliest)) : since
  const { worthAt, generatedAt } = await worthOver(deps, [...balances.keys()], interval, now)
  const points = valuesOver(rangeTimes(now, from, count), balances, changes, worthAt)
  const [first] = points
  const flow = flowBetween(flows, first?.at ?? from, now)
  const results = resultsOver(points, flows)
  const change = results.at(-1) ?? 0n
  const base = (first?.value ?? 0n) + (flow > 0n ? flow : 0n)
  const text = (minor: bigint): string => writeMoney(money(minor, MXN))
  return {
    range,
    currency: MXN.code,
    points: points.map(({ at, value: worth }, index) => ({
      at,
      value: text(worth < 0n ? 0n : worth),
      result: text(results[index] ?? 0n),
      ...(generatedAt.has(at) ? { generated: true } : {}),
    })),
    flow: text(flow),
    change: text(change),
    changePercent: writePercent(shareBps(change, base)),
    ...writeGenerated(shareOf(points, generatedAt), deps.market.recordedSince()),
    stale: deps.prices.now(now).midOf(USD, MXN)?.stale ?? true,
  }
})

/** How many of the points were valued at generated prices. */
function shareOf(points: readonly ValuePoint[], generatedAt: ReadonlySet<number>): Generated | undefined {
  const marked = points.filter(({ at }) => generatedAt.has(at)).length
  return marked === 0 ? undefined : marked === points.length ? 'whole' : 'part'
}

/** What moved on a customer's accounts since an instant, and what there is of every asset that is there or moved. */
async function loadChanges(
  { ledger }: PortfolioDeps,
  customerId: Id<'cus'>,
  since: Instant,
  { db }: Pick<ReadContext, 'db'>,
): Promise<{ readonly changes: readonly AssetChange[]; readonly balances: ReadonlyMap<string, bigint> }> {
  const [postings, held] = await Promise.all([
    ledger.postingsOfCustomer(db, customerId, since),
    ledger.balancesOfCustomer(db, customerId),
  ])
  const changes = postings.map(({ at, asset, posted }) => ({ at, asset, posted }))
  const balances = new Map(changes.map(({ asset }) => [asset, 0n]))
  for (const { asset, posted } of held) balances.set(asset, (balances.get(asset) ?? 0n) + posted)
  return { changes, balances }
}

/** The worth of assets in pesos at the times of a range, and the times for which it was asked and a price was generated. */
async function worthOver(
  { prices }: PortfolioDeps,
  assets: readonly string[],
  interval: Interval,
  now: Instant,
): Promise<{ readonly worthAt: WorthAt; readonly generatedAt: ReadonlySet<number> }> {
  const pricesAt = await prices.past(assets, interval, now)
  const generatedAt = new Set<number>()
  const worthAt: WorthAt = (held, at) => {
    const total = totalOf(pricesAt(at), held)
    if (total.isGenerated) generatedAt.add(at)
    return total.all.minor
  }
  return { worthAt, generatedAt }
}
