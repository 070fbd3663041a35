import type { StockCountry } from '@bolsillo/stocks/contract'

// What home asks for, of the home market: the one the settings publish.

/** How many of the most gained, and of the most lost, home shows. */
export const moversEach = 3
export const moverRequest = (stockCountry: StockCountry, sort: 'gainers' | 'losers') => ({
  stockCountry,
  sort,
  limit: moversEach,
})

/** The most traded of the home market. */
export const hotRows = 5
export const hotRequest = (stockCountry: StockCountry) => ({ stockCountry, limit: hotRows })
