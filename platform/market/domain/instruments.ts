import { currencies, decimalUnits, priceOf, quantityOf, type TickStep, tradeDate } from '@bolsillo/kernel'
import type { Instrument, Liquidity, SectorKey, SettlementCycle } from './instrument.ts'
import { coinInstruments } from './instruments/coins.ts'
import { indexRows, pairRows } from './instruments/indices-data.ts'
import { mexicanRows } from './instruments/mexico-data.ts'
import { unitedStatesRows } from './instruments/united-states-data.ts'
import { monogramOf } from './monogram.ts'

/** One share as the data files list it. */
export type ShareRow = readonly [
  ticker: string,
  name: string,
  sector: SectorKey,
  referencePrice: string,
  liquidity: Liquidity,
  volatility: number,
  beta: number,
]

/** One index or currency pair as the data files list it. */
export interface ValueRow {
  readonly id: string
  readonly ticker: string
  readonly name: string
  readonly currency: keyof typeof currencies
  readonly calendar: 'XMEX' | 'XNYS' | 'FX'
  readonly priceScale: number
  readonly referencePrice: string
  readonly volatility: number
}

const price = (text: string, scale: number) => priceOf(decimalUnits(text, scale))

// BMV rule book: 0.001 below one peso, else 0.01 (not read anew).
const mexicanTicks: readonly TickStep[] = [
  { from: price('0', 3), tick: 1n },
  { from: price('1', 3), tick: 10n },
]
// Regulation NMS rule 612: 0.0001 below one dollar, else 0.01. Recorded prints may be finer than the tick. The half cent the
// SEC adopted in 2024 for some shares was put off by its order of November 2025 (Federal Register 2025-19926); we keep cents.
const unitedStatesTicks: readonly TickStep[] = [
  { from: price('0', 4), tick: 1n },
  { from: price('1', 4), tick: 100n },
]

const mexicanSettlement: readonly SettlementCycle[] = [
  { from: tradeDate('1970-01-01'), days: 2 },
  { from: tradeDate('2024-05-27'), days: 1 },
]
const unitedStatesSettlement: readonly SettlementCycle[] = [
  { from: tradeDate('1970-01-01'), days: 3 },
  { from: tradeDate('2017-09-05'), days: 2 },
  { from: tradeDate('2024-05-28'), days: 1 },
]

function mexicanShare([ticker, name, sector, reference, liquidity, volatility, beta]: ShareRow): Instrument {
  const id = `${ticker}.MX`
  return {
    id,
    ticker,
    name,
    country: 'MX',
    kind: 'stock',
    sector,
    currency: 'MXN',
    asset: { code: `STK:${id}`, scale: 0 },
    scale: { priceScale: 3, quantityScale: 0, quote: currencies.MXN },
    ticks: mexicanTicks,
    lot: quantityOf(1n),
    fractional: false,
    quantityMin: quantityOf(1n),
    quantityMax: quantityOf(1_000_000n),
    calendar: 'XMEX',
    settlementDays: 1,
    settlement: mexicanSettlement,
    sellLockDays: 1,
    needsVip: false,
    listed: true,
    liquidity,
    referencePrice: price(reference, 3),
    volatility,
    beta,
    monogram: monogramOf(ticker),
  }
}

function unitedStatesShare([ticker, name, sector, reference, liquidity, volatility, beta]: ShareRow): Instrument {
  const id = `${ticker}.US`
  return {
    id,
    ticker,
    name,
    country: 'US',
    kind: 'stock',
    sector,
    currency: 'USD',
    asset: { code: `STK:${id}`, scale: 6 },
    scale: { priceScale: 4, quantityScale: 6, quote: currencies.USD },
    ticks: unitedStatesTicks,
    lot: quantityOf(1_000_000n),
    fractional: true,
    // A ten-thousandth of a share is worth less than ten cents at any price here.
    quantityMin: quantityOf(100n),
    quantityMax: quantityOf(100_000_000_000n),
    calendar: 'XNYS',
    settlementDays: 1,
    settlement: unitedStatesSettlement,
    sellLockDays: 1,
    needsVip: true,
    listed: true,
    liquidity,
    referencePrice: price(reference, 4),
    volatility,
    beta,
    monogram: monogramOf(ticker),
  }
}

function valueOnly(kind: 'index' | 'fx', row: ValueRow): Instrument {
  const quote = currencies[row.currency]
  return {
    id: row.id,
    ticker: row.ticker,
    name: row.name,
    country: kind === 'fx' ? 'XX' : row.calendar === 'XMEX' ? 'MX' : 'US',
    kind,
    sector: kind === 'fx' ? 'currency' : 'index',
    currency: row.currency,
    asset: { code: kind === 'fx' ? row.id.slice(0, 3) : `IDX:${row.id}`, scale: kind === 'fx' ? 2 : 0 },
    scale: { priceScale: row.priceScale, quantityScale: kind === 'fx' ? 2 : 0, quote },
    ticks: [{ from: priceOf(0n), tick: 1n }],
    lot: quantityOf(1n),
    fractional: false,
    quantityMin: quantityOf(1n),
    quantityMax: quantityOf(1n),
    calendar: row.calendar,
    settlementDays: 0,
    settlement: [{ from: tradeDate('1970-01-01'), days: 0 }],
    sellLockDays: 0,
    needsVip: false,
    listed: true,
    liquidity: 5,
    referencePrice: price(row.referencePrice, row.priceScale),
    volatility: row.volatility,
    beta: 1,
    monogram: monogramOf(row.ticker),
  }
}

/** Everything that has a price here: Mexican shares, US shares, indices, currency pairs, coins, perpetuals, in this order. */
export const instruments: readonly Instrument[] = [
  ...mexicanRows.map(mexicanShare),
  ...unitedStatesRows.map(unitedStatesShare),
  ...indexRows.map((row) => valueOnly('index', row)),
  ...pairRows.map((row) => valueOnly('fx', row)),
  ...coinInstruments,
]

/** What a simulated market has: everything but what is known from recordings only. */
export const simulatedInstruments: readonly Instrument[] = instruments.filter((one) => one.recordedOnly !== true)

const byId = new Map(instruments.map((instrument) => [instrument.id, instrument]))

/** The instrument of an id, as spelled. */
export function instrumentOf(id: string): Instrument | undefined {
  return byId.get(id)
}
