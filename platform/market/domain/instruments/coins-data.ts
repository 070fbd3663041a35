import type { QuoteCode, TradedCoin } from '@bolsillo/kernel'
import type { Liquidity } from '../instrument.ts'

/** One coin against USDT as the data lists it. Prices, ticks and steps are decimal texts. */
export type CoinRow = readonly [
  coin: TradedCoin,
  name: string,
  referencePrice: string,
  tick: string,
  lot: string,
  liquidity: Liquidity,
  volatility: number,
  beta: number,
]

// Ticks and steps are our own, of the size spot exchanges use; none was read against an exchange. Prices are the order of
// magnitude of late 2025, where a simulated market starts from; volatility is yearly (365 days), beta against all coins together.
export const coinRows: readonly CoinRow[] = [
  ['BTC', 'Bitcoin', '92000.00', '0.01', '0.00001', 5, 0.48, 0.85],
  ['ETH', 'Ethereum', '3100.00', '0.01', '0.0001', 5, 0.68, 1.15],
  ['SOL', 'Solana', '138.00', '0.01', '0.001', 4, 0.82, 1.3],
  ['XRP', 'XRP', '2.1500', '0.0001', '0.1', 4, 0.8, 1.1],
  ['BNB', 'BNB', '910.00', '0.01', '0.001', 4, 0.58, 0.9],
  ['DOGE', 'Dogecoin', '0.15500', '0.00001', '1', 4, 0.95, 1.35],
  ['ADA', 'Cardano', '0.4600', '0.0001', '0.1', 3, 0.85, 1.25],
  ['TRX', 'TRON', '0.2850', '0.0001', '0.1', 3, 0.5, 0.6],
  ['LINK', 'Chainlink', '13.40', '0.01', '0.01', 3, 0.85, 1.3],
  ['AVAX', 'Avalanche', '14.10', '0.01', '0.01', 3, 0.9, 1.35],
  ['XLM', 'Stellar', '0.2520', '0.0001', '1', 2, 0.85, 1.1],
  ['SUI', 'Sui', '1.6200', '0.0001', '0.1', 3, 1.05, 1.45],
  ['BCH', 'Bitcoin Cash', '505.0', '0.1', '0.001', 2, 0.75, 1],
  ['LTC', 'Litecoin', '95.00', '0.01', '0.001', 3, 0.72, 1.05],
  ['HBAR', 'Hedera', '0.14500', '0.00001', '1', 2, 1, 1.3],
  ['SHIB', 'Shiba Inu', '0.00000870', '0.00000001', '1', 2, 0.9, 1.3],
  ['TON', 'Toncoin', '1.750', '0.001', '0.01', 2, 0.8, 1.05],
  ['DOT', 'Polkadot', '2.750', '0.001', '0.01', 3, 0.85, 1.25],
  ['UNI', 'Uniswap', '7.300', '0.001', '0.01', 2, 0.95, 1.3],
  ['PEPE', 'Pepe', '0.00000470', '0.00000001', '1', 2, 1.15, 1.5],
  ['AAVE', 'Aave', '172.00', '0.01', '0.001', 2, 0.95, 1.35],
  ['NEAR', 'NEAR Protocol', '2.250', '0.001', '0.1', 2, 0.95, 1.35],
  ['APT', 'Aptos', '2.900', '0.001', '0.01', 2, 0.95, 1.35],
  ['ICP', 'Internet Computer', '4.800', '0.001', '0.01', 2, 1, 1.2],
  ['ETC', 'Ethereum Classic', '14.60', '0.01', '0.01', 2, 0.8, 1.15],
  ['ATOM', 'Cosmos', '2.950', '0.001', '0.01', 2, 0.85, 1.2],
]

/** Coins against pesos, with steps of our own (Bitso quotes bitcoin more finely); prices follow from those in USDT. */
export const pesoRows: ReadonlyArray<readonly [coin: TradedCoin, tick: string, lot: string, liquidity: Liquidity]> = [
  ['BTC', '10', '0.00001', 4],
  ['ETH', '1', '0.0001', 3],
  ['SOL', '0.1', '0.001', 3],
  ['XRP', '0.01', '0.1', 3],
  ['BNB', '1', '0.001', 2],
  ['LTC', '0.1', '0.001', 2],
  ['DOGE', '0.001', '1', 2],
  ['ADA', '0.001', '0.1', 2],
  ['USDT', '0.001', '0.01', 4],
]

/** Perpetuals on the larger coins, in USDT, with steps of our own. */
export const perpetualRows: ReadonlyArray<readonly [coin: TradedCoin, tick: string, lot: string]> = [
  ['BTC', '0.1', '0.001'],
  ['ETH', '0.01', '0.001'],
  ['SOL', '0.01', '0.01'],
  ['XRP', '0.0001', '0.1'],
  ['BNB', '0.01', '0.01'],
  ['DOGE', '0.00001', '1'],
  ['ADA', '0.0001', '1'],
  ['LINK', '0.01', '0.01'],
  ['AVAX', '0.01', '1'],
  ['LTC', '0.01', '0.001'],
  ['SUI', '0.0001', '0.1'],
  ['DOT', '0.001', '0.1'],
]

/** What recordings have and today's market has not; decimals of the recorded prices and sizes. */
export const recordedRows: ReadonlyArray<
  readonly [coin: TradedCoin, quote: QuoteCode, referencePrice: string, tick: string, lot: string]
> = [
  ['BTC', 'USD', '6800.00', '0.01', '0.00000001'],
  ['ETH', 'USD', '380.00', '0.01', '0.00000001'],
  ['LTC', 'USD', '117.00', '0.01', '0.00000001'],
  ['XRP', 'ETH', '0.00144500', '0.00000001', '0.000001'],
]
