import { type Asset, type Instant, instant, type Price, plusMs } from '@bolsillo/kernel'
import {
  bucketEnd,
  type Candle,
  type Instrument,
  type Interval,
  instrumentOf,
  instruments,
  type MarketState,
} from '@bolsillo/market/domain'
import { type Market, type MidRates, minutesKeptDays } from '@bolsillo/market/server'
import { type LastPrice, marketsFrom, type Prices } from '../domain/index.ts'

/** What prices are read from. */
interface PriceSources {
  readonly market: Pick<MarketState, 'quote' | 'day' | 'isStale' | 'nowOf'>
  readonly rates: Pick<MidRates, 'midOf'>
  readonly candles: Market['candles']
}

/** The prices of any instant. One rule: the last price before it. */
export interface PricesOf {
  readonly now: (now: Instant) => Prices
  /**
   * Of the instants from some time up to now, for what these assets are worth: closes of the candles of an interval that had
   * ended by then, and from now on the live prices. Before the first price there is, that one.
   */
  readonly past: (assets: readonly string[], interval: Interval, now: Instant) => Promise<(at: number) => Prices>
  /**
   * For what these assets are worth on the days from one on: the close of the last day that had begun, and while that day runs
   * the live price. Closes of days are kept for good, so that what follows from them never changes.
   */
  readonly onDays: (assets: readonly string[], since: Instant, now: Instant) => Promise<(at: number) => Prices>
  /** The last price of one instrument before an instant; undefined: it has none. */
  readonly before: (instrumentId: string, at: Instant, now: Instant) => Promise<LastPrice | undefined>
}

const candlesMax = 2_000
const dayMs = 86_400_000
/** The last price before a day is looked for among so many days before it. */
const quietDays = 15
const pairs = instruments.filter(({ kind }) => kind === 'fx')

/** Prices over a market. Keeps nothing. */
export function createPricesOf({ market, rates, candles }: PriceSources): PricesOf {
  const live = (now: Instant): Prices => livePrices({ market, rates }, now)
  const isPriced = (id: string): boolean => market.day(id) !== undefined || market.quote(id) !== undefined
  /** What is looked for of every market that prices these assets in pesos. */
  const ofMarkets = async <Found>(
    assets: readonly string[],
    find: (id: string) => Promise<Found>,
  ): Promise<ReadonlyMap<string, Found>> => {
    const wanted = new Set([...assets.flatMap((code) => marketsFrom(code, 'MXN', isPriced) ?? []), ...pairs])
    return new Map(await Promise.all([...wanted].map(async ({ id }) => [id, await find(id)] as const)))
  }
  const pricesBy = (closeOf: (id: string) => LastPrice | undefined, current: Prices): Prices => ({
    last: (id) => closeOf(id) ?? current.last(id),
    midOf: (one, other) => pastMid(one, other, closeOf) ?? current.midOf(one, other),
  })

  const past: PricesOf['past'] = async (assets, interval, now) => {
    const series = await ofMarkets(assets, (id) => candles(id, interval, { limit: candlesMax }))
    const current = live(now)
    const closeOf = (id: string, at: number): LastPrice | undefined => {
      const instrument = instrumentOf(id)
      const close = instrument && closeBefore(series.get(id) ?? [], at, interval, instrument)
      return close && { ...close, stale: false }
    }
    return (at) => (at >= now ? current : pricesBy((id) => closeOf(id, at), current))
  }

  const before: PricesOf['before'] = async (id, at, now) => {
    const instrument = instrumentOf(id)
    if (instrument === undefined) return undefined
    // Minutes are kept for some weeks. A day's close is the last price before the end of that day, and of no earlier instant.
    const hasMinutes = at > plusMs(now, -minutesKeptDays * dayMs)
    const [minutes, days] = await Promise.all([
      hasMinutes ? candles(id, '1m', { before: at, limit: 2 }) : [],
      candles(id, '1d', { before: at, limit: 2 }),
    ])
    const [minute, day] = [lastEnded(minutes, at, '1m', instrument), lastEnded(days, at, '1d', instrument)]
    const isMinute = minute !== undefined && (day === undefined || minute.start >= day.start)
    const found = isMinute ? minute : day
    return found && { price: found.close, isGenerated: found.generated !== undefined, stale: false }
  }

  return {
    now: live,
    past,
    before,
    onDays: async (assets, since, now) => {
      const current = live(now)
      // Pesos are worth themselves.
      if (assets.every((code) => code === 'MXN')) return () => current
      const limit = Math.min(candlesMax, Math.ceil((now - since) / dayMs) + quietDays)
      const series = await ofMarkets(assets, (id) => candles(id, '1d', { limit }))
      return (at) => pricesBy((id) => closeOfDay(series.get(id) ?? [], at, now, instrumentOf(id)), current)
    },
  }
}

function livePrices({ market, rates }: Pick<PriceSources, 'market' | 'rates'>, now: Instant): Prices {
  return {
    last: (id) => {
      const [quote, day] = [market.quote(id), market.day(id)]
      const price = quote?.last ?? day?.last
      if (price === undefined) return undefined
      return { price, isGenerated: day?.generated === 'whole', stale: market.isStale(id, market.nowOf(id)) }
    },
    midOf: (one, other) => {
      const mid = rates.midOf(one, other, now)
      return mid && { ...mid, isGenerated: market.day(`${mid.base.code}/${mid.quote.code}`)?.generated === 'whole' }
    },
  }
}

/** The middle of a pair as its market closed; undefined for a pair without a past. */
function pastMid(
  one: Asset,
  other: Asset,
  closeOf: (instrumentId: string) => LastPrice | undefined,
): ReturnType<Prices['midOf']> {
  const pair = pairs.find(({ id }) => id === `${one.code}/${other.code}` || id === `${other.code}/${one.code}`)
  const close = pair && closeOf(pair.id)
  if (pair === undefined || close === undefined) return undefined
  const [base, quote] = pair.id.startsWith(`${one.code}/`) ? [one, other] : [other, one]
  const read = { source: 'candles', sequence: 0n, at: instant(0) }
  return { ...read, base, quote, mid: close.price, scale: pair.scale.priceScale, ...close }
}

/** The last candle that had ended by an instant. Candles are oldest first. */
function lastEnded(
  candles: readonly Candle[],
  at: number,
  interval: Interval,
  { calendar }: Instrument,
): Candle | undefined {
  let [low, high] = [0, candles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const candle = candles[middle]
    if (candle !== undefined && bucketEnd(interval, candle.start, calendar) <= at) low = middle + 1
    else high = middle
  }
  return candles[low - 1]
}

/** The close of the last day that had begun by an instant; before the first one, its open. Undefined while the day runs. */
function closeOfDay(
  days: readonly Candle[],
  at: number,
  now: number,
  instrument: Instrument | undefined,
): LastPrice | undefined {
  const begun = days.findLast(({ start }) => start <= at)
  if (instrument === undefined || (begun !== undefined && bucketEnd('1d', begun.start, instrument.calendar) > now))
    return undefined
  const price = begun?.close ?? days[0]?.open
  return price && { price, isGenerated: (begun ?? days[0])?.generated !== undefined, stale: false }
}

/** The close of the last candle that had ended by an instant; before the first one, its open. */
function closeBefore(
  candles: readonly Candle[],
  at: number,
  interval: Interval,
  instrument: Instrument,
): { readonly price: Price; readonly isGenerated: boolean } | undefined {
  const ended = lastEnded(candles, at, interval, instrument)
  const price = ended?.close ?? candles[0]?.open
  return price && { price, isGenerated: (ended ?? candles[0])?.generated !== undefined }
}
