import { assert } from './assert.ts'
import { type DecimalReading, divide, type Rounding, readDecimal, writeDecimal } from './decimal.ts'

/** Something the ledger counts: a currency, a coin, a share. `scale` is how many decimals its smallest unit has. */
export interface Asset {
  /** Upper-case code, unique: `MXN`, `USD`, `BTC`, `STK:WALMEX.MX`. */
  readonly code: string
  readonly scale: number
}

/** An amount of one asset, as an integer count of its smallest unit. Never a JavaScript number. */
export interface Money {
  readonly minor: bigint
  readonly asset: Asset
}

/** The currencies. Exponents from ISO 4217. */
export const currencies = {
  MXN: { code: 'MXN', scale: 2 },
  USD: { code: 'USD', scale: 2 },
  BRL: { code: 'BRL', scale: 2 },
} as const satisfies Record<string, Asset>

/**
 * Coins customers can pay in and out. ETH has 8 decimals here, not its 18: the ledger's integers have 64 bits, and
 * smaller fractions are never credited, paid or shown.
 */
export const coins = {
  BTC: { code: 'BTC', scale: 8 },
  ETH: { code: 'ETH', scale: 8 },
  USDT: { code: 'USDT', scale: 6 },
} as const satisfies Record<string, Asset>

/** The code of a currency the broker keeps cash in. */
export type CurrencyCode = keyof typeof currencies

/** An amount from an integer count of the asset's smallest unit. */
export function money(minor: bigint, asset: Asset): Money {
  return { minor, asset }
}

/** Nothing of an asset. */
export function zero(asset: Asset): Money {
  return { minor: 0n, asset }
}

/** Reads a decimal text as an amount of an asset; see `readDecimal` for what is refused. */
export function readMoney(
  text: string,
  asset: Asset,
): { readonly kind: 'value'; readonly money: Money } | Exclude<DecimalReading, { kind: 'value' }> {
  const reading = readDecimal(text, asset.scale)
  return reading.kind === 'value' ? { kind: 'value', money: money(reading.units, asset) } : reading
}

/** The amount as the wire writes it: `"1234.50"`. */
export function writeMoney(amount: Money): string {
  return writeDecimal(amount.minor, amount.asset.scale)
}

/** The amount with its asset, for texts: `"1234.50 MXN"`. */
export function writeMoneyAndCode(amount: Money): string {
  return `${writeMoney(amount)} ${amount.asset.code}`
}

function sameAsset(a: Money, b: Money): void {
  assert(a.asset.code === b.asset.code, `cannot mix ${a.asset.code} and ${b.asset.code}`)
}

/** a + b, of one asset. */
export function plus(a: Money, b: Money): Money {
  sameAsset(a, b)
  return money(a.minor + b.minor, a.asset)
}

/** a − b, of one asset. */
export function minus(a: Money, b: Money): Money {
  sameAsset(a, b)
  return money(a.minor - b.minor, a.asset)
}

/** The sum of amounts of one asset; the asset is needed for an empty list. */
export function sum(amounts: readonly Money[], asset: Asset): Money {
  return amounts.reduce(plus, zero(asset))
}

/** −1, 0 or 1 as a is less than, equal to or more than b. */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  sameAsset(a, b)
  if (a.minor === b.minor) return 0
  return a.minor < b.minor ? -1 : 1
}

/** amount × numerator / denominator, rounded as named. */
export function times(amount: Money, numerator: bigint, denominator: bigint, rounding: Rounding): Money {
  return money(divide(amount.minor * numerator, denominator, rounding), amount.asset)
}

/**
 * Splits an amount by weights so that the parts sum exactly to it (largest remainder; ties go to the earlier part).
 * 2.50 by 50:45:5 is 1.25, 1.13, 0.12.
 */
export function allocate(amount: Money, weights: readonly bigint[]): readonly Money[] {
  const total = weights.reduce((a, b) => a + b, 0n)
  assert(amount.minor >= 0n, 'allocate splits amounts ≥ 0')
  assert(total > 0n && weights.every((weight) => weight >= 0n), 'weights must be ≥ 0 with a sum above 0')
  const parts = weights.map((weight, index) => ({
    index,
    share: (amount.minor * weight) / total,
    remainder: (amount.minor * weight) % total,
  }))
  const left = amount.minor - parts.reduce((a, part) => a + part.share, 0n)
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  const luckier = new Set(byRemainder.slice(0, Number(left)).map((part) => part.index))
  return parts.map((part) => money(part.share + (luckier.has(part.index) ? 1n : 0n), amount.asset))
}
