import { type Instant, instant, maxOf, minOf, priceOf, writeDecimal } from '@bolsillo/kernel'
import {
  bucketStart,
  type Candle,
  figuresOf,
  foldCandles,
  type Instrument,
  inDollars,
  isOfCoins,
  type ListFigures,
  type MarketState,
  marketRow,
  writeGenerated,
  writePercent,
  writePrice,
  writeQuantity,
  writeTurnover,
} from '@bolsillo/market/domain'
import { writeRules } from '@bolsillo/trading/server'
import type { CoinInfo, CoinRow } from '../../contract/index.ts'
import type { CoinProduct } from '../../contract/wire-shapes.ts'
import type { SpotGiven } from '../deps.ts'

/** Coins and contracts of one market, as the calls show them. */
export interface CoinShelf {
  /** All that this market has a price of. */
  readonly shown: () => readonly Instrument[]
  readonly find: (symbol: string) => Instrument | undefined
  readonly day24: (instrument: Instrument) => Promise<Day24 | undefined>
  readonly rowOf: (instrument: Instrument, day: Day24 | undefined, followed: boolean) => CoinRow
  readonly infoOf: (instrument: Instrument) => CoinInfo
  readonly figuresOf: (instrument: Instrument, day: Day24 | undefined) => ListFigures
}

/** Which product an instrument is of. */
export function coinProductOf({ kind }: Pick<Instrument, 'kind'>): CoinProduct {
  return kind === 'perpetual' ? 'contract' : 'spot'
}

export function createCoinShelf(deps: Pick<SpotGiven, 'market' | 'candles' | 'instruments'>): CoinShelf {
  const { market } = deps
  const all = deps.instruments.filter(isOfCoins)
  const byId = new Map(all.map((one) => [one.id, one]))
  const contracts = new Map(all.flatMap(({ id, underlying }) => (underlying === undefined ? [] : [[underlying, id]])))
  const kinship = ({ id, underlying }: Instrument) => {
    const contract = contracts.get(id)
    return {
      ...(underlying === undefined ? {} : { underlying }),
      ...(contract === undefined ? {} : { contract }),
    }
  }
  return {
    // A recording names few of them; what it does not have has no quote.
    shown: () => all.filter(({ id }) => market.quote(id) !== undefined),
    find: (symbol) => byId.get(symbol),
    day24: createDay24(deps),
    rowOf: (instrument, day, followed) => ({
      ...marketRow(instrument, market, market.nowOf(instrument.id)),
      product: coinProductOf(instrument),
      base: instrument.ticker,
      ...kinship(instrument),
      ...(day === undefined ? {} : { day24: writeDay24(instrument, day, market) }),
      followed,
    }),
    infoOf: (instrument) => ({
      symbol: instrument.id,
      ticker: instrument.ticker,
      name: instrument.name,
      product: coinProductOf(instrument),
      base: instrument.ticker,
      currency: instrument.currency,
      ...kinship(instrument),
      rules: writeRules(instrument),
    }),
    figuresOf: (instrument, day) => ({
      ...figuresOf(instrument, market),
      turnover: day === undefined ? 0n : inDollars(instrument, day.turnover, market),
    }),
  }
}

/** The last 24 hours, beginning with the price that the change of the quote counts from, too. */
function writeDay24(instrument: Instrument, day: Day24, market: MarketState): NonNullable<CoinRow['day24']> {
  const open = market.changeFrom(instrument.id)?.price ?? day.open
  const last = market.quote(instrument.id)?.last ?? day.close
  return {
    open: writePrice(open, instrument),
    high: writePrice(priceOf(maxOf(open, day.high)), instrument),
    low: writePrice(priceOf(minOf(open, day.low)), instrument),
    change: writeDecimal(last - open, instrument.scale.priceScale),
    changePercent: writePercent(last, open),
    volume: writeQuantity(day.volume, instrument),
    turnover: writeTurnover(day.turnover, instrument),
    from: day.from,
    ...writeGenerated(day.generated, market.recordedSince()),
  }
}

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
function createDay24({
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
