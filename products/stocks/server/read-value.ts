import { atMid } from '@bolsillo/conversion/domain'
import {
  currencies,
  type Id,
  type Instant,
  instant,
  money,
  notional,
  type Price,
  plusMs,
  present,
  quantityOf,
  tradedCoins,
  writeMoney,
} from '@bolsillo/kernel'
import {
  type Candle,
  type Generated,
  type Instrument,
  type Interval,
  instrumentOf,
  writeGenerated,
} from '@bolsillo/market/domain'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { value, type valueRanges } from '../contract/index.ts'
import {
  type AssetChange,
  externalFlow,
  rangeTimes,
  resultsOver,
  shareBps,
  type ValuePoint,
  valuesOver,
  type WorthAt,
  writePercent,
} from '../domain/index.ts'
import type { StocksDeps } from './deps.ts'
import { dollarRate } from './market-rates.ts'

type Range = (typeof valueRanges)[number]

const dayMs = 86_400_000
/** How far back a range reaches, how many points it shows, and which candles price the past. */
const ranges: Readonly<Record<Range, { readonly ms: number; readonly points: number; readonly interval: Interval }>> = {
  '1d': { ms: dayMs, points: 97, interval: '15m' },
  '1w': { ms: 7 * dayMs, points: 85, interval: '1h' },
  '1M': { ms: 30 * dayMs, points: 61, interval: '4h' },
  '1y': { ms: 365 * dayMs, points: 105, interval: '1d' },
  all: { ms: 5 * 365 * dayMs, points: 105, interval: '1d' },
}
const candlesMax = 2_000

/** Journal entries that bring money in from outside, or take it out: not a gain, not a loss. */
const externalKinds: ReadonlySet<string> = new Set([
  'practice-grant',
  'deposit',
  'deposit-reversed',
  'claim-paid',
  'claim-returned',
  'withdrawal',
  'withdrawal-paid',
  'withdrawal-return',
  'withdrawal-returned',
])

/** What everything the customer has was worth over time, in all purses, from the journal and recorded prices. */
export const readValue = useCase(value, async ({ range }, context, deps: StocksDeps) => {
  const { customerId } = context.customer
  const { changes, balances, from } = await loadChanges(deps, customerId, range, context)
  const assets = [...new Set([...balances.keys(), ...changes.map(({ asset }) => asset)])]
  const { worthAt, generatedAt } = await pastWorth(deps, assets, range, context.now)
  const times = rangeTimes(context.now, from, ranges[range].points)
  const points = valuesOver(times, balances, changes, worthAt)
  const [first] = points
  const flow = externalFlow(changes, first?.at ?? from, context.now, worthAt)
  const results = resultsOver(points, changes, worthAt)
  const change = results.at(-1) ?? 0n
  const base = (first?.value ?? 0n) + (flow > 0n ? flow : 0n)
  const text = (minor: bigint): string => writeMoney(money(minor, currencies.MXN))
  return {
    currency: currencies.MXN.code,
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
    stale: dollarRate(deps)?.stale ?? true,
  }
})

/** How many of the points were valued at generated prices. */
function shareOf(points: readonly ValuePoint[], generatedAt: ReadonlySet<number>): Generated | undefined {
  const marked = points.filter(({ at }) => generatedAt.has(at)).length
  return marked === 0 ? undefined : marked === points.length ? 'whole' : 'part'
}

async function loadChanges(
  { ledger }: StocksDeps,
  customerId: Id<'cus'>,
  range: Range,
  { db, now }: ReadContext,
): Promise<{ changes: readonly AssetChange[]; balances: ReadonlyMap<string, bigint>; from: Instant }> {
  const since = plusMs(now, -ranges[range].ms)
  const [postings, held] = await Promise.all([
    ledger.postingsOfCustomer(db, customerId, since),
    ledger.balancesOfCustomer(db, customerId),
  ])
  const changes = postings.map(({ at, asset, posted, kind }) => ({
    at,
    asset,
    posted,
    external: externalKinds.has(kind),
  }))
  const balances = new Map<string, bigint>()
  for (const { asset, posted } of held) balances.set(asset, (balances.get(asset) ?? 0n) + posted)
  // "All" begins with the first thing that ever happened, not with years of nothing.
  const earliest = changes.reduce((least, { at }) => Math.min(least, at), Number(now))
  return { changes, balances, from: range === 'all' ? instant(Math.max(since, earliest)) : since }
}

interface PastWorth {
  readonly worthAt: WorthAt
  /** Times for which `worthAt` was asked and used a price that was generated. */
  readonly generatedAt: ReadonlySet<number>
}

/** Prices of the past: for each asset its candles, and the live price for the last moment. All in pesos. */
async function pastWorth(deps: StocksDeps, assets: readonly string[], range: Range, now: Instant): Promise<PastWorth> {
  const { interval } = ranges[range]
  const generatedAt = new Set<number>()
  const ways = new Map(assets.map((asset) => [asset, wayToMoney(deps, asset)]))
  const dollars = present(instrumentOf('USD/MXN'), 'the dollar')
  const reals = present(instrumentOf('BRL/USD'), 'the real')
  const series = new Map(
    await Promise.all(
      [...new Set([...[...ways.values()].flat(), dollars, reals])].map(async (instrument) => {
        const candles = await deps.candles(instrument.id, interval, { limit: candlesMax })
        return [instrument.id, candles] as const
      }),
    ),
  )
  const priceAt = (instrument: Instrument, at: number): Price | undefined => {
    const live = deps.market.day(instrument.id)
    const past = closeAt(series.get(instrument.id) ?? [], at)
    const isLive = live !== undefined && (at >= now || past === undefined)
    // A day of which only a part was generated goes on with what is recorded: its last price is.
    const isGenerated = isLive ? live.generated === 'whole' : past?.generated !== undefined
    if (isGenerated) generatedAt.add(at)
    return isLive ? live.last : past?.price
  }
  const inPesos = (minor: bigint, code: string, at: number): bigint | undefined => {
    if (code === currencies.MXN.code) return minor
    const mid = priceAt(dollars, at)
    if (mid === undefined) return undefined
    if (code === currencies.BRL.code) {
      const real = priceAt(reals, at)
      if (real === undefined) return undefined
      const rate = { base: currencies.BRL, quote: currencies.USD, mid: real, scale: reals.scale.priceScale }
      return inPesos(atMid(money(minor, currencies.BRL), rate, 'half-even').minor, currencies.USD.code, at)
    }
    if (code !== currencies.USD.code) return undefined
    const rate = { base: currencies.USD, quote: currencies.MXN, mid, scale: dollars.scale.priceScale }
    return atMid(money(minor, currencies.USD), rate, 'half-even').minor
  }
  const worthAt: WorthAt = (asset, units, at) => {
    let [minor, code] = [units, asset]
    for (const instrument of ways.get(asset) ?? []) {
      const price = priceAt(instrument, at)
      if (price === undefined) return undefined
      const worth = notional(price, quantityOf(minor), instrument.scale, 'half-even')
      ;[minor, code] = [worth.minor, worth.asset.code]
    }
    return inPesos(minor, code, at)
  }
  return { worthAt, generatedAt }
}

/**
 * The markets that lead from an asset to money, as the assets page goes them: a share's own; a coin's in pesos or dollars,
 * else in USDT and that in pesos. None for money itself, and for what has no price here.
 */
function wayToMoney({ market }: Pick<StocksDeps, 'market'>, asset: string): readonly Instrument[] {
  if (asset.startsWith('STK:')) return [instrumentOf(asset.slice('STK:'.length)) ?? []].flat()
  if (!(asset in tradedCoins)) return []
  const priced = (id: string): Instrument | undefined =>
    market.day(id)?.last === undefined ? undefined : instrumentOf(id)
  const direct = priced(`${asset}-MXN`) ?? priced(`${asset}-USD`)
  if (direct !== undefined) return [direct]
  const [inTether, tether] = [priced(`${asset}-USDT`), priced('USDT-MXN')]
  return inTether === undefined || tether === undefined ? [] : [inTether, tether]
}

/** The close of the last candle that had begun by then; before the first candle, its open. Candles are oldest first. */
function closeAt(
  candles: readonly Candle[],
  at: number,
): { readonly price: Price; readonly generated: Generated | undefined } | undefined {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candles[middle]?.start ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const last = candles[low - 1]
  if (last !== undefined) return { price: last.close, generated: last.generated }
  const [first] = candles
  return first && { price: first.open, generated: first.generated }
}
