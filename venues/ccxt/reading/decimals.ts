import { Malformed } from './fields.ts'

const shape = /^(\d{1,20})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/
/** What the database and every sum of ours can hold. */
const unitsMax = 9_223_372_036_854_775_807n

/**
 * A decimal text as an exact count of 10^-scale: `"0.10000000"` at 2 is 10n, `"1e-3"` at 4 is 10n. Undefined when it
 * is not a plain decimal ≥ 0, when it has a digit other than 0 beyond the scale, or when it is too large: input is
 * never rounded.
 */
export function exactUnits(text: string, scale: number): bigint | undefined {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const shift = scale + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  if (shift >= 0) {
    const units = digits * 10n ** BigInt(shift)
    return units <= unitsMax ? units : undefined
  }
  const below = 10n ** BigInt(-shift)
  const units = digits / below
  return digits % below === 0n && units <= unitsMax ? units : undefined
}

/** As `exactUnits`. @throws Malformed where that answers undefined. */
export function unitsOf(text: unknown, scale: number, what: string): bigint {
  const units = typeof text === 'string' ? exactUnits(text, scale) : undefined
  if (units === undefined) throw new Malformed(`${what} is not a decimal of at most ${scale} places`)
  return units
}

/** How many decimals a step such as `"0.00100000"` needs: 3. Undefined when it is no decimal above 0. */
export function decimalsOf(step: string): number | undefined {
  for (let scale = 0; scale <= 20; scale += 1) {
    const units = exactUnits(step, scale)
    if (units !== undefined) return units > 0n ? scale : undefined
  }
  return undefined
}
