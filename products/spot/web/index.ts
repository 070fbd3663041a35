export { CoinRow } from './coin-row.tsx'
export { useFoundCoins } from './use-found-coins.tsx'
export { useDay24, useLoadCoinCandles } from './use-load-candles.ts'

/** The chart of a coin, under the address that coins and contracts share. */
export const loadCoinChart = () => import('./chart-page.tsx')
