import { decimalUnits, readDecimal, writeDecimal } from '@bolsillo/kernel'

/** What an origin can take back, as the wire has it. */
interface Returnable {
  readonly asset: string
  readonly scale: number
  readonly returnable: string
}

/** Whether a decimal of the wire is nothing. */
export const isZero = (amount: string): boolean => /^[0.]*$/.test(amount)

/**
 * The amount the form of an origin begins with: what the address of the page asks for in that asset, which is how money set
 * aside by a limit is sent back, but never more than can go back; else all that can.
 */
export function askedOf({ asset, scale, returnable }: Returnable, of: string | null, amount: string | null): string {
  if (amount === null || of !== asset) return returnable
  const reading = readDecimal(amount, scale)
  if (reading.kind !== 'value' || reading.units <= 0n) return returnable
  return reading.units < decimalUnits(returnable, scale) ? amount : returnable
}

/** What is confirmed of an amount that goes back: all of it arrives, nothing is taken. Nothing while it is no amount. */
export function chargesOfReturn(
  amount: string,
  { scale }: Pick<Returnable, 'scale'>,
): { readonly amount: string; readonly fee: string; readonly vat: string; readonly net: string } | undefined {
  const reading = readDecimal(amount, scale)
  if (reading.kind !== 'value' || reading.units <= 0n) return undefined
  const whole = writeDecimal(reading.units, scale)
  const none = writeDecimal(0n, scale)
  return { amount: whole, fee: none, vat: none, net: whole }
}

/** What may leave of an asset: what is available, and what a limit sets aside of it. */
export function withSetAside(
  available: string,
  asset: string,
  beyond: ReadonlyArray<{ readonly asset: string; readonly scale: number; readonly amount: string }>,
): string {
  const own = beyond.filter((row) => row.asset === asset)
  const [first] = own
  if (first === undefined) return available
  const units = own.reduce(
    (sum, { amount }) => sum + decimalUnits(amount, first.scale),
    decimalUnits(available, first.scale),
  )
  return writeDecimal(units, first.scale)
}
