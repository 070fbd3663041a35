import type { ReplyOf } from '@bolsillo/contract'
import { type Instant, type Price, present, type TradingScale, writeDecimal } from '@bolsillo/kernel'
import type { Candle } from '@bolsillo/market/domain'
import type { Market } from '@bolsillo/market/server'
import { type Db, everyone, useCase } from '@bolsillo/server-kit'
import { readMarketSide, sideDays } from '../../contract/index.ts'
import { type DaySpan, daySpans, type SideInstrument, type SidePart, sideParts } from '../../domain/index.ts'
import type { DeskWorld } from '../desk/desk-world.ts'
import { instrumentOf } from '../desk/desk-world.ts'
import { tradedInstrument } from '../orders/wire-rows.ts'
import { findSideFlows } from './market-side-store.ts'

type Reply = ReplyOf<typeof readMarketSide>
type Day = Reply['days'][number]

/** Asking sums over all that was ever traded, so that an answer serves everybody for a while. */
const keptMs = 60_000
/** A closing price is looked for among so many days before the first one shown. */
const quietDays = 10

/** The days of all customers together, computed at most once a minute. */
interface MarketSide {
  readonly marketSide: (db: Db, now: Instant) => Promise<Reply>
}

/** What the market's own side won or lost, by exchange day. See the contract. */
export const marketSideUseCase = useCase(readMarketSide, (_, { db, now }, deps: MarketSide) => deps.marketSide(db, now))

/** Keeps the days for a while. */
export function createMarketSide(world: DeskWorld, candles: Market['candles']): MarketSide {
  let kept: Reply | undefined
  return {
    marketSide: async (db, now) => {
      if (kept === undefined || now - kept.at >= keptMs || now < kept.at) {
        kept = await everyone(db, 'what the market won or lost, against all customers', () =>
          marketSide(world, candles, db, now),
        )
      }
      return kept
    },
  }
}

/** The days as they are now: from every fill there is, and closing prices. */
export async function marketSide(world: DeskWorld, candles: Market['candles'], db: Db, now: Instant): Promise<Reply> {
  const sides = world.facts.instrumentIds().map((id): SideInstrument => {
    const { scale } = instrumentOf(world, id)
    return { id, scale, spans: daySpans(tradedInstrument(id).calendar, now, sideDays) }
  })
  const exchanged = world.products.filter(({ marketSide: own }) => own === undefined).map(({ product }) => product)
  const flows = [await findSideFlows(db, exchanged, sides)]
  for (const { marketSide: own } of world.products) if (own !== undefined) flows.push(await own(db, sides))
  const byInstrument = Map.groupBy(flows.flat(), ({ instrumentId }) => instrumentId)
  const parts: SidePart[] = []
  for (const side of sides) {
    const own = byInstrument.get(side.id)
    if (own === undefined) continue
    const days = await candles(side.id, '1d', { before: side.spans.at(-1)?.to ?? now, limit: sideDays + quietDays })
    parts.push(...sideParts(side, own, (span) => closeIn(days, span)))
  }
  return { at: now, days: daysOf(parts, new Map(sides.map((side) => [side.id, side])), now) }
}

/** The last price before a day ended. */
function closeIn(days: readonly Candle[], { to }: DaySpan): Price | undefined {
  return days.findLast(({ start }) => start < to)?.close
}

type Sides = ReadonlyMap<string, SideInstrument>

function daysOf(parts: readonly SidePart[], sides: Sides, now: Instant): Day[] {
  const days = [...Map.groupBy(parts, ({ date }) => date)].sort(([a], [b]) => (a < b ? 1 : -1))
  return days.map(([date, own]) => ({
    date,
    isOpen: own.some(({ instrumentId }) => {
      const to = sides.get(instrumentId)?.spans.find((span) => span.date === date)?.to
      return to !== undefined && now < to
    }),
    assets: sumsOf(own, sides, false),
    demo: sumsOf(own, sides, true),
    unpriced: own.filter(({ result }) => result === undefined).length,
    parts: own.map((part) => writePart(part, present(sides.get(part.instrumentId), part.instrumentId).scale)),
  }))
}

function sumsOf(parts: readonly SidePart[], sides: Sides, isDemo: boolean): Day['assets'] {
  const sums = new Map<string, { scale: number; minor: bigint }>()
  for (const part of parts) {
    const quote = sides.get(part.instrumentId)?.scale.quote
    if (quote === undefined || part.isDemo !== isDemo || part.result === undefined) continue
    const sum = sums.get(quote.code) ?? { scale: quote.scale, minor: 0n }
    sums.set(quote.code, { ...sum, minor: sum.minor + part.result })
  }
  return [...sums].map(([asset, { scale, minor }]) => ({ asset, scale, result: writeDecimal(minor, scale) }))
}

function writePart(part: SidePart, { quote, quantityScale, priceScale }: TradingScale): Day['parts'][number] {
  const instrument = tradedInstrument(part.instrumentId)
  const money = (minor: bigint): string => writeDecimal(minor, quote.scale)
  const units = (count: bigint): string => writeDecimal(count, quantityScale)
  return {
    symbol: instrument.id,
    ticker: instrument.ticker,
    asset: quote.code,
    demo: part.isDemo,
    bought: units(part.boughtUnits),
    sold: units(part.soldUnits),
    received: money(part.paid),
    paid: money(part.got),
    other: money(-part.other),
    unitsBefore: units(part.unitsBefore),
    unitsAfter: units(part.unitsAfter),
    ...(part.closeBefore === undefined ? {} : { closeBefore: writeDecimal(part.closeBefore, priceScale) }),
    ...(part.close === undefined ? {} : { close: writeDecimal(part.close, priceScale) }),
    ...(part.result === undefined ? {} : { result: money(part.result) }),
  }
}
