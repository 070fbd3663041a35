import { assert, assertNever } from './assert.ts'

/**
 * How a division rounds. `down` towards zero, `up` away from zero, `floor` towards −∞, `ceiling` towards +∞, halves
 * to even or away from zero.
 */
export type Rounding = 'down' | 'up' | 'floor' | 'ceiling' | 'half-even' | 'half-up'

/** The largest scale (digits after the point) any asset, price or quantity may have. */
export const scaleMax = 12

// The one grammar of decimals on the wire: no sign but a leading minus where allowed, no exponent, no grouping,
// no leading zeros, no spaces, ASCII digits only. What it refuses is listed in the tests of this file.
const decimalShape = /^(-?)(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,12}))?$/

/** The largest count of units: the ledger, prices and quantities use integers of 64 bits. */
export const unitsMax = 2n ** 63n - 1n

/** The result of reading a decimal text of any size: its value in units of 10^-scale, or why it is not a decimal. */
type WideReading =
  | { readonly kind: 'value'; readonly units: bigint }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-many-decimals'; readonly scale: number }

/** The result of reading a decimal text; `maximum` is the largest value at its scale, as a wire decimal. */
export type DecimalReading = WideReading | { readonly kind: 'too-large'; readonly maximum: string }

/**
 * Reads a decimal text as an integer count of 10^-scale. `"12.5"` at scale 2 is 1250n. More decimals than the scale
 * holds is a result of its own: input is never rounded. So is a value beyond 64 bits, which no posting could hold.
 * `"-0"` and every other spelling with a useless sign is malformed.
 */
export function readDecimal(text: string, scale: number): DecimalReading {
  const reading = readWideDecimal(text, scale)
  if (reading.kind !== 'value' || abs(reading.units) <= unitsMax) return reading
  return { kind: 'too-large', maximum: writeDecimal(unitsMax, scale) }
}

/** Reads a decimal of any size, for display and comparison: the result may not fit into an amount. */
export function readWideDecimal(text: string, scale: number): WideReading {
  assert(Number.isInteger(scale) && scale >= 0 && scale <= scaleMax, `scale out of range: ${scale}`)
  const match = decimalShape.exec(text)
  if (match === null) return { kind: 'malformed' }
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > scale) return { kind: 'too-many-decimals', scale }
  const magnitude = BigInt(whole + fraction.padEnd(scale, '0'))
  if (sign === '-' && magnitude === 0n) return { kind: 'malformed' }
  return { kind: 'value', units: sign === '-' ? -magnitude : magnitude }
}

/** A decimal known to be valid: a constant, or a value of ours. Asserts what `readWideDecimal` reports. */
export function decimalUnits(text: string, scale: number): bigint {
  const reading = readWideDecimal(text, scale)
  assert(reading.kind === 'value', `not a decimal of scale ${scale}: ${text}`)
  return reading.units
}

/** Writes an integer count of 10^-scale as the wire writes decimals, with all `scale` digits: 1250n at 2 is `"12.50"`. */
export function writeDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** `dividend / divisor` as an integer, rounded as named. Asserts a divisor other than zero. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  assert(divisor !== 0n, 'division by zero')
  const quotient = dividend / divisor
  const remainder = dividend % divisor
  if (remainder === 0n) return quotient
  const positive = remainder < 0n === divisor < 0n
  const away = positive ? 1n : -1n
  switch (rounding) {
    case 'down':
      return quotient
    case 'up':
      return quotient + away
    case 'floor':
      return positive ? quotient : quotient - 1n
    case 'ceiling':
      return positive ? quotient + 1n : quotient
    case 'half-even':
    case 'half-up': {
      const doubled = abs(remainder) * 2n
      const size = abs(divisor)
      if (doubled < size) return quotient
      if (doubled > size) return quotient + away
      return rounding === 'half-up' || quotient % 2n !== 0n ? quotient + away : quotient
    }
    default:
      return assertNever(rounding, 'rounding')
  }
}

/** Moves a count of 10^-from to a count of 10^-to, rounding as named when digits are lost. */
export function rescale(units: bigint, from: number, to: number, rounding: Rounding): bigint {
  return to >= from ? units * powerOfTen(to - from) : divide(units, powerOfTen(from - to), rounding)
}

// Cached, because every rounding needs one.
const powersOfTen = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))

/** 10^exponent as a bigint; exponent ≥ 0. */
export function powerOfTen(exponent: number): bigint {
  const known = powersOfTen[exponent]
  if (known !== undefined) return known
  assert(Number.isInteger(exponent) && exponent >= 0, 'exponent must be a whole number ≥ 0')
  return 10n ** BigInt(exponent)
}

/** The magnitude of an integer. */
export function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** The smaller of two integers. */
export function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** The larger of two integers. */
export function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** `part` of `whole` in basis points, half to even; 0 of nothing. */
export function shareBps(part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : divide(part * 10_000n, whole, 'half-even')
}

/** Basis points as the wire writes percents: `"1.12"`. */
export function writePercent(bps: bigint): string {
  return writeDecimal(bps, 2)
}
