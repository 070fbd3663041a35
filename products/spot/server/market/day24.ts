import { type Instant, instant } from '@bolsillo/kernel'
import { bucketStart, type Candle, foldCandles, type Instrument } from '@bolsillo/market/domain'
import type { SpotGiven } from '../deps.ts'

/** The last 24 hours of an instrument, in its own units; `turnover` in 10^-(priceScale + quantityScale) of the currency. */
export interface Day24 extends Omit<Candle, 'start' | 'trades'> {
  readonly from: Instant
}

const dayMs = 86_400_000
/** 288 and the one that is open. */
const candlesOfDay = 289
/** A list of fifty is asked for by many at once, and nobody reads 24 hours to the second. */
const keptMs = 2_000

/**
 * Reads the last 24 hours from candles of five minutes, beginning with the one that holds the moment 24 hours ago. An
 * answer is good for two seconds; undefined: nothing traded.
 */
export function createDay24({
  market,
  candles,
}: Pick<SpotGiven, 'market' | 'candles'>): (instrument: Instrument) => Promise<Day24 | undefined> {
  const kept = new Map<string, { readonly at: Instant; readonly answer: Promise<Day24 | undefined> }>()
  const read = async ({ id, calendar }: Instrument, now: Instant): Promise<Day24 | undefined> => {
    const from = bucketStart('5m', instant(now - dayMs), calendar)
    const found = (await candles(id, '5m', { limit: candlesOfDay })).filter(({ start }) => start >= from)
    return found.length === 0 ? undefined : { ...foldCandles(from, found), from }
  }
  return (instrument) => {
    const now = market.nowOf(instrument.id)
    const known = kept.get(instrument.id)
    if (known !== undefined && now >= known.at && now - known.at < keptMs) return known.answer
    const answer = read(instrument, now)
    kept.set(instrument.id, { at: now, answer })
    // What failed is asked again by the next reader; those who wait for it now get the error.
    answer.catch(() => kept.delete(instrument.id))
    return answer
  }
}
