import {
  type Asset,
  currencies,
  decimalUnits,
  divide,
  powerOfTen,
  present,
  priceOf,
  type QuoteCode,
  quantityOf,
  type TickStep,
  type TradedCoin,
  type TradingScale,
  tradeDate,
  tradedCoins,
} from '@bolsillo/kernel'
import type { Instrument, InstrumentKind, Liquidity } from '../instrument.ts'
import { monogramOf } from '../monogram.ts'
import { type CoinRow, coinRows, perpetualRows, pesoRows, recordedRows } from './coins-data.ts'
import { pairRows } from './indices-data.ts'

const quoteAssets: Readonly<Record<QuoteCode, Asset>> = {
  ...currencies,
  USDT: tradedCoins.USDT,
  ETH: tradedCoins.ETH,
}
/** Orders reach up to this many million units of account; the largest exchanges take less. */
const amountMax: Readonly<Record<QuoteCode, bigint>> = {
  USDT: 5_000_000n,
  USD: 5_000_000n,
  MXN: 90_000_000n,
  BRL: 25_000_000n,
  ETH: 1_500n,
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

interface Facts {
  readonly id: string
  readonly kind: Extract<InstrumentKind, 'coin' | 'perpetual'>
  readonly coin: TradedCoin
  readonly name: string
  readonly quote: QuoteCode
  readonly priceScale: number
  readonly tick: string
  readonly lot: string
  readonly referencePrice: bigint
  readonly liquidity: Liquidity
  readonly volatility: number
  readonly beta: number
}

function instrumentOfFacts(facts: Facts): Instrument {
  const { id, kind, coin, quote, priceScale, referencePrice } = facts
  const base = tradedCoins[coin]
  const scale: TradingScale = { priceScale, quantityScale: base.scale, quote: quoteAssets[quote] }
  const lot = decimalUnits(facts.lot, base.scale)
  const ticks: readonly TickStep[] = [{ from: priceOf(0n), tick: decimalUnits(facts.tick, priceScale) }]
  const largest = (amountMax[quote] * powerOfTen(priceScale + base.scale)) / referencePrice
  return {
    id,
    ticker: coin,
    name: facts.name,
    country: 'XX',
    kind,
    sector: kind,
    currency: quote,
    asset: kind === 'coin' ? base : { code: `PERP:${id}`, scale: base.scale },
    scale,
    ticks,
    lot: quantityOf(lot),
    fractional: false,
    quantityMin: quantityOf(lot),
    quantityMax: quantityOf(divide(largest, lot, 'floor') * lot),
    calendar: '24/7',
    settlementDays: 0,
    settlement: [{ from: tradeDate('1970-01-01'), days: 0 }],
    sellLockDays: 0,
    needsVip: false,
    listed: true,
    liquidity: facts.liquidity,
    referencePrice: priceOf(referencePrice),
    volatility: facts.volatility,
    beta: facts.beta,
    monogram: monogramOf(coin),
  }
}

const rowOf = (coin: TradedCoin): CoinRow =>
  present(
    coinRows.find(([code]) => code === coin),
    `the data of ${coin}`,
  )

function spotInUsdt([coin, name, reference, tick, lot, liquidity, volatility, beta]: CoinRow): Instrument {
  const priceScale = Math.max(2, decimalsOf(tick), decimalsOf(reference))
  const referencePrice = decimalUnits(reference, priceScale)
  const facts = { coin, name, tick, lot, liquidity, volatility, beta, priceScale, referencePrice }
  return instrumentOfFacts({ ...facts, id: `${coin}-USDT`, kind: 'coin', quote: 'USDT' })
}

/** Pesos for a dollar where the simulated market starts; so many for a USDT too. */
const pesoPair = present(
  pairRows.find(({ id }) => id === 'USD/MXN'),
  'the pair of dollar and peso',
)

/** Starts at the coin's price in USDT times the pesos of a dollar, on its own tick. */
function spotInPesos([coin, tickText, lot, liquidity]: (typeof pesoRows)[number]): Instrument {
  const priceScale = Math.max(2, decimalsOf(tickText))
  const tick = decimalUnits(tickText, priceScale)
  const pesos = decimalUnits(pesoPair.referencePrice, pesoPair.priceScale)
  const [name, inDollars, volatility, beta] = coin === 'USDT' ? tether : factsInDollars(coin)
  const exact = inDollars.units * pesos
  const units = divide(exact * powerOfTen(priceScale), powerOfTen(inDollars.scale + pesoPair.priceScale), 'half-even')
  const referencePrice = divide(units, tick, 'half-even') * tick
  const facts = { coin, name, tick: tickText, lot, liquidity, volatility, beta, priceScale, referencePrice }
  return instrumentOfFacts({ ...facts, id: `${coin}-MXN`, kind: 'coin', quote: 'MXN' })
}
const tether = ['Tether', { units: 1n, scale: 0 }, 0.11, 0] as const
function factsInDollars(coin: TradedCoin) {
  const [, name, reference, , , , volatility, beta] = rowOf(coin)
  const scale = decimalsOf(reference)
  return [name, { units: decimalUnits(reference, scale), scale }, volatility, beta] as const
}

function perpetual([coin, tick, lot]: (typeof perpetualRows)[number]): Instrument {
  const spot = spotInUsdt(rowOf(coin))
  const { name, liquidity, volatility, beta } = spot
  const facts = { coin, name, tick, lot, liquidity, volatility, beta, referencePrice: spot.referencePrice }
  const { priceScale } = spot.scale
  const made = instrumentOfFacts({ ...facts, id: `${spot.id}-PERP`, kind: 'perpetual', quote: 'USDT', priceScale })
  return { ...made, underlying: spot.id }
}

function recorded([coin, quote, reference, tick, lot]: (typeof recordedRows)[number]): Instrument {
  const priceScale = decimalsOf(tick)
  const [, name, , , , liquidity, volatility, beta] = rowOf(coin)
  const referencePrice = decimalUnits(reference, priceScale)
  const facts = { coin, name, tick, lot, liquidity, volatility, beta, priceScale, referencePrice }
  return { ...instrumentOfFacts({ ...facts, id: `${coin}-${quote}`, kind: 'coin', quote }), recordedOnly: true }
}

/** Coins against USDT, against pesos, perpetuals, and pairs known from recordings only, in this order. */
export const coinInstruments: readonly Instrument[] = [
  ...coinRows.map(spotInUsdt),
  ...pesoRows.map(spotInPesos),
  ...perpetualRows.map(perpetual),
  ...recordedRows.map(recorded),
]
