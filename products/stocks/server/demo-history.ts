import {
  assert,
  type Id,
  type Instant,
  type Price,
  plusDays,
  plusMs,
  quantityOf,
  type TradeDate,
} from '@bolsillo/kernel'
import { bucketEnd, type Candle, dayStart, type Instrument, isBusinessDay, tradeDateOf } from '@bolsillo/market/domain'
import { insertFollow } from '@bolsillo/market/server'
import { transaction } from '@bolsillo/server-kit'
import { sharesFor } from '@bolsillo/trading/domain'
import type { PastTrade } from '@bolsillo/trading/server'
import { tradedInstrument } from '@bolsillo/trading/server'
import type { StocksDeps } from './deps.ts'

/** One trade of a demo customer's past: so many days ago, for about so much money, or a part of what is held. */
interface PlannedTrade {
  readonly daysAgo: number
  readonly symbol: string
  readonly buys?: bigint
  readonly sellsPercent?: bigint
}

/** What the two demo customers did: minor units of the instrument's currency. Sizes differ so that the two look unlike. */
const plans: readonly (readonly PlannedTrade[])[] = [
  [
    { daysAgo: 26, symbol: 'WALMEX.MX', buys: 20_000_00n },
    { daysAgo: 24, symbol: 'GFNORTE.MX', buys: 14_000_00n },
    { daysAgo: 21, symbol: 'AAPL.US', buys: 1_500_00n },
    { daysAgo: 17, symbol: 'CEMEX.MX', buys: 12_000_00n },
    { daysAgo: 14, symbol: 'WALMEX.MX', buys: 9_000_00n },
    { daysAgo: 11, symbol: 'CEMEX.MX', sellsPercent: 40n },
    { daysAgo: 8, symbol: 'MSFT.US', buys: 900_00n },
    { daysAgo: 5, symbol: 'GFNORTE.MX', sellsPercent: 25n },
    { daysAgo: 3, symbol: 'AMX.MX', buys: 6_000_00n },
  ],
  [
    { daysAgo: 25, symbol: 'FEMSA.MX', buys: 15_000_00n },
    { daysAgo: 19, symbol: 'SPY.US', buys: 1_200_00n },
    { daysAgo: 15, symbol: 'BIMBO.MX', buys: 12_000_00n },
    { daysAgo: 9, symbol: 'BIMBO.MX', sellsPercent: 100n },
    { daysAgo: 6, symbol: 'KO.US', buys: 600_00n },
    { daysAgo: 4, symbol: 'GMEXICO.MX', buys: 14_000_00n },
  ],
]

const followed: readonly (readonly string[])[] = [
  ['WALMEX.MX', 'AMX.MX', 'AAPL.US', 'NVDA.US', 'IPC.MX'],
  ['FEMSA.MX', 'GMEXICO.MX', 'SPY.US', 'CEMEX.MX'],
]

/** The price of a past trade is how a minute closed; the minutes differ, from ten o'clock of the exchange on. */
const interval = '1m'
const minuteMs = 60_000
const firstMinute = 10 * 60
const minutesApart = 53
const minutesSpread = 300
const beforeEndMs = 1_000

/**
 * Gives the demo customers some weeks of history: trades at prices the market's own record has, each naming its candle
 * by its start. They are recorded by the desk's rules with real entries, marked as seeded; nothing else is invented.
 */
export async function seedHistory(deps: StocksDeps, customerIds: readonly Id<'cus'>[]): Promise<void> {
  const { services, trading } = deps
  const histories = await Promise.all(
    customerIds.map((customerId, index) => pastTradesOf(deps, customerId, plans[index % plans.length] ?? [])),
  )
  const trades = histories.flat().sort((a, b) => a.at - b.at)
  await trading.recordHistory(trades)
  await transaction(services.sql, async (tx) => {
    for (const [index, customerId] of customerIds.entries()) {
      for (const [place, symbol] of (followed[index % followed.length] ?? []).toReversed().entries()) {
        await insertFollow(tx, { customerId, symbol, at: plusMs(services.clock.now(), place) })
      }
    }
  })
}

/** A plan with its candles found. What the market has no record of is left out. */
async function pastTradesOf(
  deps: StocksDeps,
  customerId: Id<'cus'>,
  plan: readonly PlannedTrade[],
): Promise<readonly PastTrade[]> {
  const held = new Map<string, bigint>()
  const trades: PastTrade[] = []
  const candles = await Promise.all(plan.map((planned, place) => candleOf(deps, planned, place)))
  for (const [place, planned] of plan.entries()) {
    const instrument = tradedInstrument(planned.symbol)
    const candle = candles[place]
    const owned = held.get(instrument.id) ?? 0n
    const quantity = candle === undefined ? 0n : quantityFor(planned, instrument, candle.close, owned)
    if (candle === undefined || quantity === 0n) continue
    const side = planned.buys === undefined ? 'sell' : 'buy'
    held.set(instrument.id, side === 'buy' ? owned + quantity : owned - quantity)
    trades.push({
      orderId: deps.services.ids.next('ord'),
      customerId,
      instrumentId: instrument.id,
      side,
      quantity: quantityOf(quantity),
      price: candle.close,
      sequence: candle.start,
      at: plusMs(bucketEnd(interval, candle.start, instrument.calendar), -beforeEndMs),
    })
  }
  return trades
}

function quantityFor(planned: PlannedTrade, instrument: Instrument, price: Price, owned: bigint): bigint {
  if (planned.buys !== undefined) {
    // Whole shares: what a person would have typed.
    const shares = sharesFor({ minor: planned.buys, asset: instrument.scale.quote }, price, instrument)
    return (shares / instrument.lot) * instrument.lot
  }
  assert(planned.sellsPercent !== undefined, 'a planned trade buys or sells')
  return ((owned * planned.sellsPercent) / 100n / instrument.lot) * instrument.lot
}

/** The candle a past trade is made at: in the last session at least so many days ago. */
async function candleOf(deps: StocksDeps, planned: PlannedTrade, place: number): Promise<Candle | undefined> {
  const instrument = tradedInstrument(planned.symbol)
  const today = tradeDateOf(instrument.calendar, deps.market.nowOf(instrument.id))
  const date = sessionBefore(instrument, plusDays(today, -planned.daysAgo))
  const minute = firstMinute + ((place * minutesApart) % minutesSpread)
  const before: Instant = plusMs(dayStart(instrument.calendar, date), minute * minuteMs)
  const [candle] = await deps.candles(instrument.id, interval, { before, limit: 1 })
  const found = candle === undefined ? undefined : tradeDateOf(instrument.calendar, candle.start)
  return found === date ? candle : undefined
}

function sessionBefore({ calendar }: Instrument, date: TradeDate): TradeDate {
  let day = date
  while (!isBusinessDay(calendar, day)) day = plusDays(day, -1)
  return day
}
