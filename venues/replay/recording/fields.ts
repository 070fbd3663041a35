import { recordedScale } from './rows.ts'

/** Why a cell or row is refused. */
export interface Problem {
  readonly problem: string
}

/** Reads the rows of one file in order; it remembers what the order checks need. */
export interface RowReader<Row> {
  readonly columns: number
  readonly read: (cells: readonly string[], line: number) => { readonly row: Row } | Problem
}

const wholeShape = /^(0|[1-9]\d{0,17})$/
const decimalShape = /^(0|[1-9]\d{0,11})(?:\.(\d{1,20}))?$/

/** No recorded price, size or volume is above a million million. */
const digitsMessage = 'a plain decimal above 0, without sign, exponent or grouping'

/** A whole number ≥ 0. */
export function readWholeField(cell: string, name: string): bigint | Problem {
  return wholeShape.test(cell) ? BigInt(cell) : { problem: `${name} is "${cell}", expected a whole number` }
}

/**
 * A decimal above 0 in 10^-8. `exact` refuses a ninth decimal. `dusty` takes one when it is float dust: sizes that a
 * recorder summed in binary floating point (2.5833652000000003 is 2.5833652); the number meant is the nearest of eight
 * decimals if that is within 2^-49 of it (eight units in a double's last place), and nothing otherwise.
 */
export function readDecimalField(cell: string, name: string, how: 'exact' | 'dusty'): bigint | Problem {
  const match = decimalShape.exec(cell)
  if (match === null) return { problem: `${name} is "${cell}", expected ${digitsMessage}` }
  const [, whole = '', fraction = ''] = match
  const units = BigInt(whole + fraction.slice(0, recordedScale).padEnd(recordedScale, '0'))
  const value = fraction.length > recordedScale ? withoutDust(units, whole, fraction, how) : units
  if (value === undefined) return { problem: `${name} is ${cell}: more than ${recordedScale} decimals` }
  return value > 0n ? value : { problem: `${name} is ${cell}, expected more than 0` }
}

function withoutDust(units: bigint, whole: string, fraction: string, how: 'exact' | 'dusty'): bigint | undefined {
  if (how === 'exact') return undefined
  const finer = BigInt(whole + fraction.padEnd(20, '0'))
  const step = 10n ** BigInt(20 - recordedScale)
  const below = units * step
  const nearest = finer - below > step / 2n ? below + step : below
  const miss = finer > nearest ? finer - nearest : nearest - finer
  return miss <= finer >> 49n ? nearest / step : undefined
}

/** How far a price may lie from the row before: a split of 1:20 is a fact, a decimal point in the wrong place is not. */
const jumpMax = 20n

/** A sentence when one of the prices is absurd beside the reference (none yet: beside each other). */
export function tooFarFrom(reference: bigint | undefined, prices: readonly (bigint | undefined)[]): string | undefined {
  let from = reference
  for (const price of prices) {
    if (price === undefined) continue
    if (from !== undefined && (price > from * jumpMax || from > price * jumpMax)) {
      return `a price is absurd: more than ${jumpMax} times away from the price before it`
    }
    from ??= price
  }
  return undefined
}
