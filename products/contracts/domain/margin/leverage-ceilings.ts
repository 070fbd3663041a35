import { writeDecimal } from '@bolsillo/kernel'

/** What a price follows decides how much a retail customer may borrow on it. */
type UnderlyingClass =
  | 'major-currency'
  | 'other-currency'
  | 'gold'
  | 'major-index'
  | 'other-commodity'
  | 'other-index'
  | 'share'
  | 'coin'

/**
 * The highest leverage of a real market, hundredths. Source: European rules for retail customers (ESMA decision 2018/796,
 * article 2 and annex I, taken over by the national authorities). In code, so that no setting loosens it.
 */
const liveCeilings: Readonly<Record<UnderlyingClass, bigint>> = {
  'major-currency': 3000n,
  'other-currency': 2000n,
  gold: 2000n,
  'major-index': 2000n,
  'other-commodity': 1000n,
  'other-index': 1000n,
  share: 500n,
  coin: 200n,
}

const majorCurrencies: ReadonlySet<string> = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'])
const otherCurrencies: ReadonlySet<string> = new Set(['MXN', 'BRL', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'CNH', 'ZAR'])
const majorIndices: ReadonlySet<string> = new Set(['SPX', 'NDX', 'DJI', 'UKX', 'DAX', 'CAC', 'SX5E', 'NKY', 'ASX'])
const otherIndices: ReadonlySet<string> = new Set(['IPC', 'BOVA', 'IBOV', 'IBEX'])
const otherCommodities: ReadonlySet<string> = new Set(['XAG', 'XPT', 'XPD', 'WTI', 'BRENT', 'NG', 'HG'])

/** The class of what a contract follows, by the first part of its symbol: `BTC` of `BTC-USDT-PERP`, `WALMEX.MX`. */
function underlyingClassOf(base: string): UnderlyingClass {
  if (base === 'XAU') return 'gold'
  if (majorCurrencies.has(base)) return 'major-currency'
  if (otherCurrencies.has(base)) return 'other-currency'
  if (majorIndices.has(base)) return 'major-index'
  if (otherIndices.has(base)) return 'other-index'
  if (otherCommodities.has(base)) return 'other-commodity'
  // A share names its exchange. Whatever is not known has the lowest ceiling there is.
  return base.includes('.') ? 'share' : 'coin'
}

/** What a real market would allow for a contract, hundredths. */
export function liveCeilingOf(symbol: string): bigint {
  return liveCeilings[underlyingClassOf(symbol.split('-')[0] ?? symbol)]
}

/** The ceiling in force: a real market's, or none of its own in the practice market, where the margin table bounds. */
export function ceilingIn(mode: 'LIVE' | 'SIM', symbol: string): bigint | undefined {
  return mode === 'LIVE' ? liveCeilingOf(symbol) : undefined
}

/** `2.00`, as every leverage is written. */
export function writeLeverage(hundredths: bigint): string {
  return writeDecimal(hundredths, 2)
}
