import type { FoldedContract } from './contract-books.ts'
import type { BookingRow } from './contract-rows-store.ts'

/** What one entry is booked as: on one position, or on the one it closed and the one it opened. */
export type Parts = readonly [BookingRow, BookingRow?]

/**
 * Bookings of a fill that closes all of a position and opens one on the other side, the closing one first.
 * @returns undefined when they are not that.
 */
export function flipOf(folded: ReadonlyMap<string, FoldedContract>, own: readonly BookingRow[]): Parts | undefined {
  const closing = own.find(({ positionId, size }) => size !== 0n && folded.get(positionId)?.size === -size)
  const opening = own.find((one) => one !== closing)
  if (closing === undefined || opening === undefined || own.length !== 2) return undefined
  const subject = ({ what, customerId, symbol, orderId, price }: BookingRow): string =>
    [what, customerId, symbol, orderId, price].join(' ')
  const isFlip =
    closing.what === 'fill' &&
    subject(closing) === subject(opening) &&
    closing.size > 0n === opening.size > 0n &&
    !folded.has(opening.positionId)
  return isFlip ? [closing, opening] : undefined
}

/** All an entry did, on the position it closed when there are two. */
export function wholeOf([first, second]: Parts): BookingRow {
  if (second === undefined) return first
  return {
    ...first,
    size: first.size + second.size,
    realised: first.realised + second.realised,
    fee: first.fee + second.fee,
    vat: first.vat + second.vat,
    feeUncharged: first.feeUncharged + second.feeUncharged,
    vatUncharged: first.vatUncharged + second.vatUncharged,
    liquidationFee: first.liquidationFee + second.liquidationFee,
    fundPaid: first.fundPaid + second.fundPaid,
    marketBore: first.marketBore + second.marketBore,
  }
}

const charges = ['fee', 'vat', 'feeUncharged', 'vatUncharged'] as const

/** What is wrong with how a fill that turned a position shares its charges: by size, the closing part's rounded down. */
export function sharedWrongly([closing, opening]: Parts): string | undefined {
  if (opening === undefined) return undefined
  const length = (size: bigint): bigint => (size < 0n ? -size : size)
  const whole = length(closing.size) + length(opening.size)
  for (const what of charges) {
    const due = ((closing[what] + opening[what]) * length(closing.size)) / whole
    if (closing[what] !== due) return `${what} of ${closing[what]} instead of ${due}`
  }
  return undefined
}
