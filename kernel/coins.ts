import { type Asset, type CurrencyCode, coins } from './money.ts'

/**
 * Every coin that can be owned here; BTC, ETH and USDT are those that can also be paid in and out. The cheaper a
 * coin, the fewer its decimals: an order of any size stays below 2^53 units, the limit of the order books' numbers.
 */
export const tradedCoins = {
  ...coins,
  BNB: { code: 'BNB', scale: 8 },
  SOL: { code: 'SOL', scale: 8 },
  XRP: { code: 'XRP', scale: 6 },
  DOGE: { code: 'DOGE', scale: 5 },
  ADA: { code: 'ADA', scale: 6 },
  TRX: { code: 'TRX', scale: 6 },
  LINK: { code: 'LINK', scale: 6 },
  AVAX: { code: 'AVAX', scale: 6 },
  XLM: { code: 'XLM', scale: 6 },
  SUI: { code: 'SUI', scale: 6 },
  BCH: { code: 'BCH', scale: 8 },
  LTC: { code: 'LTC', scale: 8 },
  HBAR: { code: 'HBAR', scale: 5 },
  SHIB: { code: 'SHIB', scale: 2 },
  TON: { code: 'TON', scale: 6 },
  DOT: { code: 'DOT', scale: 6 },
  UNI: { code: 'UNI', scale: 6 },
  PEPE: { code: 'PEPE', scale: 2 },
  AAVE: { code: 'AAVE', scale: 8 },
  NEAR: { code: 'NEAR', scale: 6 },
  APT: { code: 'APT', scale: 6 },
  ICP: { code: 'ICP', scale: 6 },
  ETC: { code: 'ETC', scale: 6 },
  ATOM: { code: 'ATOM', scale: 6 },
} as const satisfies Record<string, Asset>

/** The code of a coin that can be owned here. */
export type TradedCoin = keyof typeof tradedCoins

/** The unit of prices: a currency, or a coin that others trade against. */
export type QuoteCode = CurrencyCode | 'USDT' | 'ETH'
