import {
  type Asset,
  type Price,
  type Quantity,
  type QuoteCode,
  type TickStep,
  type TradeDate,
  type TradingScale,
  tickAt,
} from '@bolsillo/kernel'
import type { CalendarId } from './calendar-facts.ts'

/** Where an instrument is listed; `XX`: nowhere in particular (currency pairs, coins). */
export type Country = 'MX' | 'US' | 'XX'

/**
 * `index` and `fx` have values and candles, but nobody can buy them. `coin`: a coin against money or another coin, the
 * product called spot. `perpetual`: a contract on a coin that never ends.
 */
export const instrumentKinds = ['stock', 'index', 'fx', 'coin', 'perpetual'] as const
export type InstrumentKind = (typeof instrumentKinds)[number]

/** The sectors lists are grouped by; texts are under `sectors.<key>` of this room's messages. */
export const sectors = [
  'consumer',
  'staples',
  'finance',
  'materials',
  'industry',
  'transport',
  'technology',
  'communication',
  'health',
  'energy',
  'real-estate',
  'utilities',
  'fund',
  'index',
  'currency',
  'coin',
  'perpetual',
] as const
export type SectorKey = (typeof sectors)[number]

/** How much an instrument trades: 5 all day, several prints a second; 1 a few prints an hour. */
export type Liquidity = 1 | 2 | 3 | 4 | 5

/** How many business days after the trade it settles, from a trade date on. */
export interface SettlementCycle {
  readonly from: TradeDate
  readonly days: number
}

/** Something with a price. Everything about it is data: no rule of a single instrument is in code. */
export interface Instrument {
  /** `WALMEX.MX`, `AAPL.US`, `IPC.MX`, `USD/MXN`, `BTC-USDT`, `BTC-USDT-PERP`. */
  readonly id: string
  readonly ticker: string
  readonly name: string
  readonly country: Country
  readonly kind: InstrumentKind
  readonly sector: SectorKey
  /** What its prices are in. For an index it is the currency of its constituents; its value is points. */
  readonly currency: QuoteCode
  /**
   * What the ledger counts when somebody owns it: `STK:WALMEX.MX`, of a coin the coin itself (`BTC`); scale =
   * quantityScale. A perpetual is a promise and never lies in an account: `PERP:BTC-USDT-PERP` only names it.
   */
  readonly asset: Asset
  readonly scale: TradingScale
  readonly ticks: readonly TickStep[]
  /** Whole orders move in steps of this. */
  readonly lot: Quantity
  /** Orders below a lot, by amount or by a part of a share, are taken. */
  readonly fractional: boolean
  readonly quantityMin: Quantity
  readonly quantityMax: Quantity
  readonly calendar: CalendarId
  /** The cycle in force for today's trades; `settlement` has the history of it. */
  readonly settlementDays: number
  readonly settlement: readonly SettlementCycle[]
  /** The specification's T+1 lock: business days a bought share waits until it may be sold. Not settlement. */
  readonly sellLockDays: number
  readonly needsVip: boolean
  readonly listed: boolean
  /** Known from recordings only: a simulated market does not have it. */
  readonly recordedOnly?: boolean
  /** Of a perpetual: the instrument whose index it follows. Its prices are in the same units. */
  readonly underlying?: string
  readonly liquidity: Liquidity
  /** A plausible price of the year the data was written, where a simulated market starts from. Not a quote. */
  readonly referencePrice: Price
  /** Standard deviation of yearly log returns, as a fraction: 0.28. For simulation only; never near money. */
  readonly volatility: number
  /** How much of the market's move the instrument takes part in. For simulation only. */
  readonly beta: number
  /** Up to three letters and two colors, derived from the ticker: a mark of ours, never the company's logo. */
  readonly monogram: Monogram
}

export interface Monogram {
  readonly letters: string
  /** `#rrggbb`; letters on it have a contrast of at least 4.5 in both themes. */
  readonly color: string
  readonly ink: string
}

/** Whether orders may be placed for an instrument at all; which room takes them, its kind says. */
export function isTradable(instrument: Instrument): boolean {
  return instrument.listed && instrument.kind !== 'index' && instrument.kind !== 'fx'
}

/** Whether an instrument is a coin or a contract on one: a product of its own, in days of UTC without nights. */
export function isOfCoins({ kind }: Pick<Instrument, 'kind'>): boolean {
  return kind === 'coin' || kind === 'perpetual'
}

/**
 * Since when the change of an instrument counts: the close of the session before, or, where nothing ever closes, 24 hours
 * ago. Every list, chart and ticket shows the same change, and names this beside it.
 */
export const changeSpans = ['close', 'day24'] as const
export type ChangeSpan = (typeof changeSpans)[number]

export function changeSpanOf({ calendar }: Pick<Instrument, 'calendar'>): ChangeSpan {
  return calendar === '24/7' ? 'day24' : 'close'
}

/** How many decimals a price of this size is shown with: those of its tick, but at least two. */
export function priceDecimals(instrument: Instrument, price: Price): number {
  if (instrument.kind === 'fx') return instrument.scale.priceScale
  let tick = tickAt(price, instrument.ticks)
  let decimals = instrument.scale.priceScale
  while (decimals > 2 && tick % 10n === 0n) {
    tick /= 10n
    decimals -= 1
  }
  return decimals
}
