import { readWideDecimal } from '@bolsillo/kernel'

/** What decides how much may be asked for, as the wire writes it. */
export interface ApplyBounds {
  readonly price: string
  /** Whole shares. */
  readonly lot: string
  readonly minimum: string
  /** The most of one person. */
  readonly cap: string
  /** What is available in the purse that pays; left out while it is not known. */
  readonly available?: string | undefined
}

export interface ApplyFigures {
  /** Decimals of the amounts below. */
  readonly scale: number
  readonly lots: bigint
  readonly shares: bigint
  readonly lotsMin: bigint
  readonly lotsMax: bigint
  /** Price times shares. */
  readonly amount: bigint
  readonly left: bigint | undefined
  /** How much is missing; undefined when there is enough, or nobody knows. */
  readonly short: bigint | undefined
  readonly isWithin: boolean
}

const units = (text: string, scale: number): bigint => {
  const read = readWideDecimal(text, scale)
  return read.kind === 'value' ? read.units : 0n
}

/** Decimals of an amount as the wire writes it: all it has. */
const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** Lots rounded up, so that the least asked for is never below the minimum. */
const lotsFor = (shares: bigint, lot: bigint): bigint => (shares + lot - 1n) / lot

/** What applying for so many lots holds and leaves. Empty `lots` are none. */
export function figuresOf(lots: string, bounds: ApplyBounds): ApplyFigures {
  const lot = units(bounds.lot, 0)
  const wanted = units(lots === '' ? '0' : lots, 0)
  const [lotsMin, lotsMax] = [lotsFor(units(bounds.minimum, 0), lot), units(bounds.cap, 0) / lot]
  const shares = wanted * lot
  const scale = Math.max(scaleOf(bounds.price), scaleOf(bounds.available ?? ''))
  const amount = shares * units(bounds.price, scale)
  const available = bounds.available === undefined ? undefined : units(bounds.available, scale)
  const left = available === undefined ? undefined : available - amount
  return {
    ...{ scale, lots: wanted, shares, lotsMin, lotsMax, amount },
    left,
    short: left !== undefined && left < 0n ? -left : undefined,
    isWithin: wanted >= lotsMin && wanted <= lotsMax,
  }
}

/** A lot more or less, within what may be asked for. */
export function steppedLots(lots: string, bounds: ApplyBounds, direction: 1n | -1n): string {
  const { lots: now, lotsMin, lotsMax } = figuresOf(lots, bounds)
  const next = now + direction
  if (next < lotsMin) return String(lotsMin)
  if (next > lotsMax) return String(lotsMax)
  return String(next)
}
