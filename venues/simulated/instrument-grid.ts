import { type Instrument, isOfCoins, isTradable } from '@bolsillo/market/domain'
import { coinDaySeconds, sessionSeconds, type Temperament, temperamentOf } from './agents/temperament.ts'
import type { Grid } from './history/minutes-of-day.ts'

/** Dollars of the temperament table in the quote currency; Mexican trades are somewhat smaller than US ones. */
const currencyFactors: Readonly<Record<string, number>> = { USD: 1, MXN: 11, BRL: 5, USDT: 1 }

/** How an instrument's agents behave: from the published table, by its liquidity class. */
export function temperamentOfInstrument(instrument: Instrument): Temperament {
  const factor = currencyFactors[instrument.currency] ?? 1
  return temperamentOf(instrument.id, instrument.liquidity, factor, isOfCoins(instrument) ? 'coins' : 'shares')
}

/** Seconds in which an instrument's average day's volume trades. */
export function daySecondsOf(instrument: Instrument): number {
  return isOfCoins(instrument) ? coinDaySeconds : sessionSeconds
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
    isValue: !isTradable(instrument),
    reference,
    roundToTick: (units) => {
      const tick = tickAt(units)
      return Math.max(tick, Math.round(units / tick) * tick)
    },
    dayVolume: Math.round(temperament.tradesPerSecond * daySecondsOf(instrument)) * tradeVolume,
    tradeVolume,
    lot,
  }
}
