import type { Instrument } from '@bolsillo/market/domain'
import { sessionSeconds, type Temperament, temperamentOf } from './agents/temperament.ts'
import type { IndexPart } from './fair-value/world.ts'
import type { Grid } from './history/minutes-of-day.ts'

/** Dollars of the temperament table in the quote currency; Mexican trades are somewhat smaller than US ones. */
const currencyFactors: Readonly<Record<string, number>> = { USD: 1, MXN: 11, BRL: 5 }

/** How an instrument's agents behave: from the published table, by its liquidity class. */
export function temperamentOfInstrument(instrument: Instrument): Temperament {
  return temperamentOf(instrument.id, instrument.liquidity, currencyFactors[instrument.currency] ?? 1)
}

/** The tick at a price, on plain numbers: prices are far below 2^53. */
export function tickTable(instrument: Instrument): (units: number) => number {
  const table = instrument.ticks.map((step) => ({ from: Number(step.from), tick: Number(step.tick) }))
  return (units) => {
    let tick = table[0]?.tick ?? 1
    for (const step of table) if (units >= step.from) tick = step.tick
    return tick
  }
}

/** The integer grid of an instrument and its average volume, shared by history and agents so that they agree. */
export function gridOf(instrument: Instrument): Grid {
  const tickAt = tickTable(instrument)
  const temperament = temperamentOfInstrument(instrument)
  const reference = Number(instrument.referencePrice)
  const lot = Number(instrument.lot)
  const amountOfLot = (reference * lot) / 10 ** (instrument.scale.priceScale + instrument.scale.quantityScale)
  const tradeVolume = Math.max(1, Math.round(temperament.tradeAmount / amountOfLot)) * lot
  return {
    id: instrument.id,
    isValue: instrument.kind !== 'stock',
    reference,
    roundToTick: (units) => {
      const tick = tickAt(units)
      return Math.max(tick, Math.round(units / tick) * tick)
    },
    dayVolume: Math.round(temperament.tradesPerSecond * sessionSeconds) * tradeVolume,
    tradeVolume,
    lot,
  }
}

const nasdaq = [
  ...['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'GOOG', 'META', 'TSLA', 'AVGO', 'NFLX', 'COST', 'PEP', 'ADBE', 'AMD'],
  ...['INTC', 'QCOM', 'TXN', 'CSCO', 'SBUX', 'AMGN', 'PYPL'],
]
const dow = [
  ...[
    'AAPL',
    'MSFT',
    'AMZN',
    'NVDA',
    'CRM',
    'CSCO',
    'IBM',
    'JPM',
    'GS',
    'AXP',
    'V',
    'TRV',
    'JNJ',
    'MRK',
    'UNH',
    'AMGN',
  ],
  ...['WMT', 'PG', 'KO', 'MCD', 'NKE', 'DIS', 'HD', 'CAT', 'BA', 'HON', 'MMM', 'CVX', 'VZ', 'SHW'],
]

/**
 * What an index of the simulated market is made of, among the listed instruments. The Dow weighs by price as the real
 * one does; the others weigh by liquidity, a stand-in for size (the square, so that large names dominate).
 */
export function partsOfIndex(indexId: string, instruments: readonly Instrument[]): readonly IndexPart[] {
  const members = (tickers: readonly string[] | undefined, country: string): readonly Instrument[] =>
    instruments.filter(
      (instrument) =>
        instrument.kind === 'stock' &&
        instrument.country === country &&
        instrument.sector !== 'fund' &&
        (tickers === undefined || tickers.includes(instrument.ticker)),
    )
  const bySize = (instrument: Instrument): IndexPart => ({ id: instrument.id, weight: instrument.liquidity ** 2 })
  switch (indexId) {
    case 'IPC.MX':
      return members(undefined, 'MX').map(bySize)
    case 'NDX.US':
      return members(nasdaq, 'US').map(bySize)
    case 'DJI.US':
      return members(dow, 'US').map(({ id, referencePrice }) => ({ id, weight: Number(referencePrice) }))
    default:
      return members(undefined, 'US').map(bySize)
  }
}
