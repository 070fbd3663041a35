import { minOf } from '@bolsillo/kernel'

/** The parts of a claim, or the share of each part in money that came back. Minor units. */
export interface ClaimParts {
  readonly open: bigint
  /** Covered by the house and not refunded to it. */
  readonly writtenOff: bigint
  /** Covered by the customer and not refunded to them. */
  readonly paid: bigint
}

/** The sum of the parts. */
export const partsTotal = ({ open, writtenOff, paid }: ClaimParts): bigint => open + writtenOff + paid

/**
 * How money that came back settles a claim: what is open first, then what the house covered, then what the customer did. So
 * customers cover exactly what they still have of what was paid too much.
 */
export function splitBack(minor: bigint, claim: ClaimParts): ClaimParts {
  const open = minOf(minor, claim.open)
  const writtenOff = minOf(minor - open, claim.writtenOff)
  return { open, writtenOff, paid: minOf(minor - open - writtenOff, claim.paid) }
}
