/** The exchanges whose public stream is spoken here. Each is ccxt's own name of it. */
export const exchangeIds = ['binance', 'kraken'] as const
export type ExchangeId = (typeof exchangeIds)[number]

/** What brings the library when an operator wants real prices: it is not installed with the rest. */
export const installCommand = 'npm install --no-save ccxt@4'
