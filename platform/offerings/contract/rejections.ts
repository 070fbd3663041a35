import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, in the order they are checked. Numbers 41000 to 41499. Each names what is allowed. */
export const offeringRejections = {
  offeringUnknown: { name: 'offering-unknown', number: 41_000, status: 404, retry: 'final' },
  /** Values: `at`. */
  offeringUnopened: { name: 'offering-unopened', number: 41_001, status: 409, retry: 'retryable' },
  /** Values: `at`. */
  offeringClosed: { name: 'offering-closed', number: 41_002, status: 409, retry: 'final' },
  /** The prospectus of this offering was not opened: its hash is another, or a risk was not ticked. */
  offeringProspectus: { name: 'offering-prospectus', number: 41_003, status: 409, retry: 'final' },
  /** Values: `least`. */
  offeringBelowMinimum: { name: 'offering-below-minimum', number: 41_004, status: 400, retry: 'final' },
  /** Values: `most`. */
  offeringAboveCap: { name: 'offering-above-cap', number: 41_005, status: 400, retry: 'final' },
  /** Values: `lot`, `below`, `above`: what fits on both sides. */
  offeringOffLot: { name: 'offering-off-lot', number: 41_006, status: 400, retry: 'final' },
  /** One has an application that was not withdrawn. Values: `quantity`. */
  offeringTwice: { name: 'offering-twice', number: 41_007, status: 409, retry: 'final' },
  /** Values: `needed`, `available`, `currency`. */
  offeringInsufficient: { name: 'offering-insufficient', number: 41_008, status: 409, retry: 'final' },
  applicationUnknown: { name: 'application-unknown', number: 41_009, status: 404, retry: 'final' },
  applicationLeft: { name: 'application-left', number: 41_010, status: 409, retry: 'final' },
  /** The list is asked for before the allotment. Values: `at`. */
  offeringUnallotted: { name: 'offering-unallotted', number: 41_011, status: 409, retry: 'retryable' },
  offeringSymbol: { name: 'offering-symbol', number: 41_012, status: 400, retry: 'final' },
  offeringPrice: { name: 'offering-price', number: 41_013, status: 400, retry: 'final' },
  /** Supply, minimum and cap are whole numbers of lots, the minimum is no more than the cap, and the cap than the supply. */
  offeringSizes: { name: 'offering-sizes', number: 41_014, status: 400, retry: 'final' },
  offeringText: { name: 'offering-text', number: 41_015, status: 400, retry: 'final' },
  /** Values: `most`. */
  offeringRisks: { name: 'offering-risks', number: 41_016, status: 400, retry: 'final' },
  /** Values: `hours`, `open`, `days`, `payDays`. */
  offeringTimes: { name: 'offering-times', number: 41_017, status: 400, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>
