// What staff can do to a deposit, and the closed lists of reasons they do it for. None of it sets an amount nobody
// delivered, refuses money that came, or sends it to anybody but its payer.

/** The acts that take two people. */
export const depositPowers = {
  confirmOffline: 'deposit.confirm-offline',
  match: 'deposit.match',
  return: 'deposit.return',
  settleClaim: 'deposit.settle-claim',
  notArrived: 'deposit.not-arrived',
  returnElsewhere: 'deposit.return-elsewhere',
  unclaimed: 'deposit.unclaimed',
} as const

/** What a case of staff is about. */
export const caseKinds = ['proof', 'held', 'stuck', 'claim', 'over-limit', 'unclaimed'] as const

/** Why an offline payment counts as received. */
export const confirmReasons = ['found-on-statement'] as const

/** Why held money is credited to a customer. */
export const matchReasons = [
  'reference-mistyped',
  'name-spelled-differently',
  'identity-verified-since',
  'joint-account',
] as const

/** Why held money goes back to where it came from. */
export const returnReasons = ['third-party', 'owner-unknown', 'wrong-asset', 'not-verified', 'owner-asked'] as const

/** Who named the other account of the payer that held money goes back to, because its origin cannot be paid. */
export const elsewhereReasons = ['payer-bank-named', 'payer-document-names'] as const

/** Why held money rests: nobody claims it, and it cannot go back. */
export const unclaimedReasons = ['payer-unknown', 'payer-unreachable', 'origin-closed'] as const

/** Why a payment that was seen, or confirmed in vain, ends without having come. */
export const notArrivedReasons = ['network-dropped', 'never-told', 'not-on-statement'] as const

/** Held money that waits too long goes back by itself, with this reason. */
export const overdueReason = 'waited-too-long'

/** Money that went back to another account of its payer, as its return states. */
export const elsewhereReason = 'other-account'

/** What a claim is of: a deposit that was taken back, or a withdrawal of which more arrived than was asked for. */
export const claimCauses = ['deposit', 'withdrawal'] as const

/** How a claim is cleared up. */
export const claimWays = ['take-available', 'write-off'] as const
export type ClaimWay = (typeof claimWays)[number]

/** All a claim was cleared up by: what two people decide, and money that came back because its return failed. */
export const clearedWays = [...claimWays, 'returned'] as const
export type ClearedWay = (typeof clearedWays)[number]

/** Why a claim is cleared up. */
export const claimReasons = ['customer-agreed', 'bank-error', 'uncollectable', 'court-order'] as const
