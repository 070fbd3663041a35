import type { AllotmentPlan } from './allotment/rule.ts'
import type { Offering, OfferingTimes } from './offering.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** From the publication to the opening, and from the opening to the closing: who comes once a day sees both. */
export const noticeHours = 24
export const aheadDaysMax = 90
export const openDaysMax = 60
/** From the closing to the payment, and from that to when shares may be sold. */
export const payDaysMax = 10
export const lockDaysMax = 720

/** Whether the times are in order and leave everybody time, seen from the moment an offering is published. */
export function areTimesFit({ opensAt, closesAt, paysAt, sellableAt }: OfferingTimes, now: number): boolean {
  const isInOrder = opensAt + noticeHours * hourMs <= closesAt && closesAt <= paysAt && paysAt <= sellableAt
  const isSoon = opensAt <= now + aheadDaysMax * dayMs && closesAt <= opensAt + openDaysMax * dayMs
  const isBounded = paysAt <= closesAt + payDaysMax * dayMs && sellableAt <= paysAt + lockDaysMax * dayMs
  return isInOrder && isSoon && isBounded && opensAt >= now + noticeHours * hourMs
}

/** Whether sizes are whole lots and each has its place: minimum, cap, supply. */
export function areSizesFit({
  supply,
  lot,
  minimum,
  cap,
}: Pick<Offering, 'supply' | 'lot' | 'minimum' | 'cap'>): boolean {
  const isWhole = [supply, minimum, cap].every((size) => size % lot === 0n)
  return isWhole && lot <= minimum && minimum <= cap && cap <= supply
}

/** Acts of the journal behind that of the closing whose tree gives the public value. The closing leaves that many itself. */
const actsAfterClosing = 1

/** All that decides the allotment but the applications, the secret and the public value: what its file begins with. */
export function planOf(
  offering: Pick<Offering, 'id' | 'supply' | 'lot' | 'minimum' | 'cap' | 'rule' | 'secretHash'>,
): AllotmentPlan {
  const { id, supply, lot, minimum, cap, rule, secretHash } = offering
  return {
    ...{ offeringId: id, supply, lot, secretHash },
    rule: rule === 'lottery' ? { kind: 'lottery', parcel: minimum, cap } : { kind: 'pro-rata', cap },
    publicValue: { kind: 'journal-head', actsAfterClosing },
  }
}

/** The number of the act whose tree gives the public value, by that of the act of the closing. */
export const publicActOf = (closingAct: bigint): bigint => closingAct + BigInt(actsAfterClosing)

/** Why a quantity does not fit the terms, with what fits on both sides of it; undefined when it does. */
export function quantityProblem(
  { minimum, cap, lot }: Pick<Offering, 'minimum' | 'cap' | 'lot'>,
  quantity: bigint,
): { readonly problem: 'below' | 'above' } | { readonly problem: 'lot'; readonly below: bigint } | undefined {
  if (quantity < minimum) return { problem: 'below' }
  if (quantity > cap) return { problem: 'above' }
  return quantity % lot === 0n ? undefined : { problem: 'lot', below: quantity - (quantity % lot) }
}
