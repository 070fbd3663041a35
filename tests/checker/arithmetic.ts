// Whole-number arithmetic of the checker's own, so that a mistake in the product's is not made twice.

/** Smallest whole number that is at least the quotient of two non-negative numbers. */
export const ceiling = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** The quotient of two non-negative numbers, halves to the even one. */
export function halfEven(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor
  const twice = (dividend % divisor) * 2n
  if (twice === divisor) return whole + (whole % 2n)
  return twice > divisor ? whole + 1n : whole
}

/** A decimal text as a whole number and how many digits stand behind its point; undefined when it is no such text. */
export function readDecimalText(text: string): { readonly units: bigint; readonly scale: number } | undefined {
  if (!/^\d+(\.\d+)?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** A decimal text in units of a scale; undefined when it is none or has more digits. */
export function unitsAt(text: string, scale: number): bigint | undefined {
  const read = readDecimalText(text)
  if (read === undefined || read.scale > scale) return undefined
  return read.units * 10n ** BigInt(scale - read.scale)
}

/** The largest whole number that is not above a quotient; the divisor is above zero. */
export function floorOf(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor
  return dividend % divisor < 0n ? whole - 1n : whole
}
