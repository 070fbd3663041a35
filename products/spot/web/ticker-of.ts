/** A market as it is written: `BTC / USDT`. */
export const tickerOf = (symbol: string): string => symbol.replace('-', ' / ')
