// Plain exact arithmetic, written for the check alone: nothing here comes from the app.

/** A decimal: `units` of 10^-`scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const form = /^-?\d+(?:\.\d+)?$/

export function isDecimal(text: unknown): text is string {
  return typeof text === 'string' && form.test(text)
}

/** Reads `-1234.50`. @throws Error for what is no decimal. */
export function decimal(text: string): Decimal {
  if (!form.test(text)) throw new Error(`“${text}” is no decimal`)
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

export const zero: Decimal = { units: 0n, scale: 0 }

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint => units * 10n ** BigInt(wanted - scale)

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export function negated({ units, scale }: Decimal): Decimal {
  return { units: -units, scale }
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, negated(b))
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

export function sum(all: readonly Decimal[]): Decimal {
  return all.reduce(plus, zero)
}

const absolute = (units: bigint): bigint => (units < 0n ? -units : units)

/** Half to even, as money is booked; or half away from zero, as figures are shown. */
function divided(part: bigint, whole: bigint, half: 'even' | 'away'): bigint {
  const [a, b] = [absolute(part), absolute(whole)]
  const [quotient, rest] = [a / b, a % b]
  const isUp = rest * 2n > b || (rest * 2n === b && (half === 'away' || quotient % 2n === 1n))
  const rounded = isUp ? quotient + 1n : quotient
  return part < 0n !== whole < 0n ? -rounded : rounded
}

export function rounded({ units, scale }: Decimal, wanted: number, half: 'even' | 'away'): Decimal {
  if (scale <= wanted) return { units: unitsAt({ units, scale }, wanted), scale: wanted }
  return { units: divided(units, 10n ** BigInt(scale - wanted), half), scale: wanted }
}

/** What part of a whole something is, in percent with two decimals; undefined of nothing. */
export function percent(part: Decimal, whole: Decimal): Decimal | undefined {
  if (whole.units === 0n) return undefined
  const scale = Math.max(part.scale, whole.scale)
  return { units: divided(unitsAt(part, scale) * 10_000n, unitsAt(whole, scale), 'even'), scale: 2 }
}

export function isEqual(a: Decimal, b: Decimal): boolean {
  return minus(a, b).units === 0n
}

export function signOf({ units }: Decimal): -1 | 0 | 1 {
  return units > 0n ? 1 : units < 0n ? -1 : 0
}

export function written({ units, scale }: Decimal): string {
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0')
  const point = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`
}

/** Whether a figure as it shows is an exact value, rounded to the decimals it shows. */
export function showsAs(shown: string, exact: Decimal): boolean {
  const read = decimal(shown)
  return read.units === rounded(exact, read.scale, 'away').units
}
