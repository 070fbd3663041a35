import {
  coins,
  type DecimalReading,
  decimalUnits,
  priceOf,
  quantityOf,
  readDecimal,
  type TickStep,
} from '@bolsillo/kernel'
import type { WireContract, WireContractPosition } from '../contract/index.ts'
import { type ContractTerms, type KnownPosition, marginScale } from '../domain/index.ts'

// The wire's decimals as the units the room's own functions count in.

/** `BTC`: what quantities are counted in. */
export const baseOf = (symbol: string): string => symbol.split('-')[0] ?? symbol

/** How many decimals a step has: what a field lets be typed. */
export const decimalsOf = (step: string): number => step.replace(/0+$/, '').split('.')[1]?.length ?? 0

/** A contract's terms, from what is published of it. */
export function termsOf({ symbol, priceScale, quantityScale, tiers }: WireContract): ContractTerms {
  const ppm = (rate: string): bigint => decimalUnits(rate, 6)
  return {
    symbol,
    priceScale,
    quantityScale,
    tiers: tiers.map(({ upTo, initialRate, maintenanceRate }) => ({
      upTo: upTo === undefined ? undefined : decimalUnits(upTo, 12),
      initialPpm: ppm(initialRate),
      maintenancePpm: ppm(maintenanceRate),
    })),
  }
}

const tickOf = ({ tick, priceScale }: WireContract): bigint => decimalUnits(tick, priceScale)
export const ticksOf = (contract: WireContract): readonly TickStep[] => [{ from: priceOf(0n), tick: tickOf(contract) }]
/** What a walk through the visible book needs to know of a contract. */
export const bookRulesOf = (contract: WireContract) => ({
  id: contract.symbol,
  scale: { priceScale: contract.priceScale, quantityScale: contract.quantityScale, quote: coins.USDT },
  ticks: ticksOf(contract),
  lot: quantityOf(lotOf(contract)),
  fractional: false,
})
export const lotOf = ({ lot, quantityScale }: WireContract): bigint => decimalUnits(lot, quantityScale)

/** Units of a decimal of ours; undefined where there is none or it is finer than the scale. */
export function unitsOf(text: string | undefined, scale: number): bigint | undefined {
  if (text === undefined) return undefined
  const reading: DecimalReading = readDecimal(text, scale)
  return reading.kind === 'value' ? reading.units : undefined
}

/** A whole number of the wire, with its sign; undefined where it is none. */
const wholeOf = (text: string): bigint | undefined => (/^-?\d+$/.test(text) ? BigInt(text) : undefined)

/** A position as the sums want it; undefined while there is no mark. */
export function knownPosition(
  position: WireContractPosition,
  terms: ContractTerms,
  mark = position.mark,
): KnownPosition | undefined {
  const size = unitsOf(position.size, terms.quantityScale)
  const entry = wholeOf(position.entryFine)
  const margin = unitsOf(position.margin, marginScale)
  const price = unitsOf(mark, terms.priceScale)
  if (size === undefined || entry === undefined || margin === undefined || price === undefined) return undefined
  return {
    terms,
    size: position.side === 'long' ? size : -size,
    entry,
    margin,
    mode: position.mode,
    mark: price,
  }
}

/** Whether a price is worse than the worst a position may be closed at by itself. */
export function isBeyondWorst(
  { side, closeWorst }: Pick<WireContractPosition, 'side' | 'closeWorst'>,
  price: bigint,
  { priceScale }: ContractTerms,
): boolean {
  const worst = unitsOf(closeWorst, priceScale)
  if (worst === undefined) return false
  return side === 'long' ? price < worst : price > worst
}

/** Without useless zeros. */
export const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Down to whole cents, as a decimal with two places: what a field of two decimals can hold. */
export function inCents(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`
}
