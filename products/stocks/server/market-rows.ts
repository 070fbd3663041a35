import type { Instant } from '@bolsillo/kernel'
import {
  type Country,
  type Instrument,
  instrumentOf,
  instruments,
  isOfCoins,
  isTradable,
  type MarketState,
  marketRow,
} from '@bolsillo/market/domain'
import { type InstrumentRow, type StockCountry, stockCountries } from '../contract/index.ts'

/** The market of the specification's country: `IN` reads as inland. */
export function countryOf(stockCountry: StockCountry): Country {
  return stockCountry === 'IN' ? 'MX' : 'US'
}

/** The specification's name of an instrument's market. */
export function stockCountryOf({ country }: Pick<Instrument, 'country'>): StockCountry | 'XX' {
  return stockCountries.find((one) => countryOf(one) === country) ?? 'XX'
}

/** What this room shows: shares, indices and currency pairs. Coins have a room of their own. */
export const shownInstruments: readonly Instrument[] = instruments.filter((one) => !isOfCoins(one))

/** The instrument of a symbol, if this room shows it. */
export function shownInstrumentOf(symbol: string): Instrument | undefined {
  const found = instrumentOf(symbol)
  return found === undefined || isOfCoins(found) ? undefined : found
}

/** The shares of a market that are listed. */
export function sharesOf(stockCountry: StockCountry): readonly Instrument[] {
  return shownInstruments.filter((one) => one.country === countryOf(stockCountry) && isTradable(one))
}

/** An instrument as lists show it. */
export function writeRow(instrument: Instrument, market: MarketState, now: Instant): InstrumentRow {
  return { ...marketRow(instrument, market, now), stockCountry: stockCountryOf(instrument) }
}
