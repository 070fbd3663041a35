// Allotment rules as data: what is public before applications close. Nothing here decides by hand. Why it is so:
// docs/decisions/0131.

/** Each gets a share of the supply in proportion to what was asked, the lots left over go to the largest remainders. */
interface ProRataRule {
  readonly kind: 'pro-rata'
  /** Most of one application, in units; what is above it flows to the others (water-filling). Absent: no cap. */
  readonly cap?: bigint
}

/** One ticket for each applicant, whatever was asked; served in the order of the tickets. */
interface LotteryRule {
  readonly kind: 'lottery'
  /** What one turn brings, in units. When everybody had a turn and supply is left, another round begins. */
  readonly parcel: bigint
  /** Most of one application, in units. Absent: no cap. */
  readonly cap?: bigint
}

export type TierRule = ProRataRule | LotteryRule

/** Applicants who accept the same lock-up. */
interface AllotmentTier {
  /** Lower case letters, digits and hyphens: `locked-180`. */
  readonly name: string
  readonly lockupDays: number
  readonly rule: TierRule
}

/** Tiers are served one after the other, each from what the one before it left; longer lock-ups first. */
interface TiersRule {
  readonly kind: 'tiers'
  readonly tiers: readonly AllotmentTier[]
}

export type AllotmentRule = TierRule | TiersRule

/** Where the value comes from that nobody knows while applications are open. Stated before closing. */
type PublicValueSource =
  /** The hash of the journal's signed head so many acts after the act of the closing. */
  | { readonly kind: 'journal-head'; readonly actsAfterClosing: number }
  /** A public beacon's first round so many seconds after the closing. */
  | { readonly kind: 'beacon'; readonly name: string; readonly secondsAfterClosing: number }

/** All that decides an allotment except the applications, the secret and the public value. Public before closing. */
export interface AllotmentPlan {
  readonly offeringId: string
  /** What is offered, in units; what is no whole lot of it stays unallotted. */
  readonly supply: bigint
  /** The minimum lot, in units: whoever gets something gets whole lots. */
  readonly lot: bigint
  readonly rule: AllotmentRule
  /** SHA-256 of the secret's 32 bytes, 64 hex digits. */
  readonly secretHash: string
  readonly publicValue: PublicValueSource
}

/** Most applications of an offering, and most lots one may ask: together they keep every sum below 2^53. */
export const applicationsMax = 2 ** 21
export const lotsMax = 2 ** 32 - 1
export const tiersMax = 16

export type PlanProblem =
  | 'offering-id'
  | 'supply'
  | 'lot'
  | 'cap'
  | 'parcel'
  | 'tiers'
  | 'tier-name'
  | 'tier-order'
  | 'secret-hash'
  | 'public-value'

export type ApplicationProblem = 'id' | 'tier' | 'quantity' | 'off-lot' | 'too-large'
