/** The invariants that are checked, as the reliability requirements number them. */
export const invariants = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I13', 'I14', 'I15', 'I16'] as const
export type Invariant = (typeof invariants)[number]

/** Something that must never be: which invariant does not hold, and where, in words a person can follow up. */
export interface Finding {
  readonly invariant: Invariant
  /** The row it was found on, with what stands there and what should: `account 12 MXN: balance 5, postings sum to 4`. */
  readonly what: string
}
