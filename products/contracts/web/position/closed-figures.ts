import { decimalUnits, writeDecimal } from '@bolsillo/kernel'
import { marginScale } from '../../domain/index.ts'

interface ClosingOrder {
  readonly orderId: string
  readonly filledQuantity: string
}

interface Booked {
  readonly orderId?: string | undefined
  readonly size: string
  readonly realised: string
  readonly fee: string
  readonly vat: string
}

/** Far finer than any contract's lot. */
const sizeScale = 12

/**
 * What a closing order came to, by the entries of the journal: the result, and the result less its fees. Undefined until
 * the bookings of all its fills are known: half a result is a wrong one.
 */
export function closedFigures(
  { orderId, filledQuantity }: ClosingOrder,
  bookings: readonly Booked[],
): { readonly result: string; readonly net: string } | undefined {
  const own = bookings.filter((one) => one.orderId === orderId)
  const size = own.reduce((sum, one) => sum + decimalUnits(one.size, sizeScale), 0n)
  const filled = decimalUnits(filledQuantity, sizeScale)
  if (filled === 0n || (size !== filled && size !== -filled)) return undefined
  const sumOf = (amount: (one: Booked) => string): bigint =>
    own.reduce((sum, one) => sum + decimalUnits(amount(one), marginScale), 0n)
  const result = sumOf(({ realised }) => realised)
  const charged = sumOf(({ fee }) => fee) + sumOf(({ vat }) => vat)
  return { result: writeDecimal(result, marginScale), net: writeDecimal(result - charged, marginScale) }
}
