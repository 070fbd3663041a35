// What a contract's position must keep, from the published tables alone: up to a notional in USDT (none: beyond), the
// share opening takes, in parts of a million. What is kept is half of it.

type Table = readonly (readonly [upTo: bigint | undefined, initialPpm: bigint])[]

const major: Table = [
  [50_000n, 50_000n],
  [250_000n, 100_000n],
  [1_000_000n, 200_000n],
  [undefined, 500_000n],
]
const large: Table = [
  [20_000n, 100_000n],
  [100_000n, 200_000n],
  [400_000n, 400_000n],
  [undefined, 1_000_000n],
]
const other: Table = [
  [10_000n, 200_000n],
  [50_000n, 400_000n],
  [undefined, 1_000_000n],
]
const classes: Readonly<Record<string, Table>> = {
  BTC: major,
  ETH: major,
  ...Object.fromEntries(['BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'LTC', 'TRX'].map((coin) => [coin, large])),
}

/** 10^-12 USDT. */
const fine = 10n ** 12n

/**
 * What a notional (10^-12 USDT) must keep, in 10^-12 USDT × a million: each part of it at the rate of its own step, as
 * taxes are counted.
 */
export function maintenanceOf(symbol: string, notional: bigint): bigint {
  const table = classes[symbol.split('-')[0] ?? ''] ?? other
  let [sum, from] = [0n, 0n]
  for (const [upTo, initialPpm] of table) {
    const to = upTo === undefined || upTo * fine > notional ? notional : upTo * fine
    if (to > from) sum += (to - from) * (initialPpm / 2n)
    if (to >= notional) return sum
    from = to
  }
  return sum
}

/** The published table as a record of a liquidation writes it, to be compared: `50000000000000000 50000 25000 | …`. */
export function tableText(symbol: string): string {
  const table = classes[symbol.split('-')[0] ?? ''] ?? other
  return table
    .map(([upTo, initial]) => `${upTo === undefined ? '' : upTo * fine} ${initial} ${initial / 2n}`)
    .join(' | ')
}
