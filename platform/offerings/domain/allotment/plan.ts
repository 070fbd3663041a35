import {
  type AllotmentPlan,
  type AllotmentRule,
  type ApplicationProblem,
  lotsMax,
  type PlanProblem,
  type TierRule,
  tiersMax,
} from './rule.ts'
import { hashText, isHash } from './sha256.ts'

const idShape = /^[A-Za-z0-9_-]{1,64}$/
const tierShape = /^[a-z0-9][a-z0-9-]{0,31}$/
const beaconShape = /^[a-z0-9][a-z0-9.:/-]{0,99}$/
/** Far beyond any supply; keeps a number of a file to one line. */
const unitsEnd = 10n ** 40n
const delayMax = 1_000_000
const lockupDaysMax = 3660

const isWithin = (value: number, low: number, high: number): boolean =>
  Number.isInteger(value) && value >= low && value <= high

/** The rules of a plan in the order of their tiers; a rule without tiers is one. */
export function tierRules(rule: AllotmentRule): readonly TierRule[] {
  return rule.kind === 'tiers' ? rule.tiers.map((tier) => tier.rule) : [rule]
}

function tiersProblem(rule: AllotmentRule): PlanProblem | undefined {
  if (rule.kind !== 'tiers') return undefined
  const { tiers } = rule
  if (!isWithin(tiers.length, 1, tiersMax)) return 'tiers'
  const names = new Set(tiers.map(({ name }) => name))
  if (names.size !== tiers.length || !tiers.every(({ name }) => tierShape.test(name))) return 'tier-name'
  const isInOrder = tiers.every(
    ({ lockupDays }, place) =>
      isWithin(lockupDays, 0, lockupDaysMax) && lockupDays <= (tiers[place - 1]?.lockupDays ?? lockupDaysMax),
  )
  return isInOrder ? undefined : 'tier-order'
}

/** What is wrong with a plan; undefined when nothing is. Cap and parcel are whole lots, one at least. */
export function planProblem(plan: AllotmentPlan): PlanProblem | undefined {
  const { supply, lot, rule, publicValue } = plan
  if (!idShape.test(plan.offeringId)) return 'offering-id'
  if (supply < 0n || supply >= unitsEnd) return 'supply'
  if (lot < 1n || lot >= unitsEnd) return 'lot'
  const tiers = tiersProblem(rule)
  if (tiers !== undefined) return tiers
  const isLots = (units: bigint): boolean => units > 0n && units < unitsEnd && units % lot === 0n
  for (const one of tierRules(rule)) {
    if (one.cap !== undefined && !isLots(one.cap)) return 'cap'
    if (one.kind === 'lottery' && !isLots(one.parcel)) return 'parcel'
  }
  if (!isHash(plan.secretHash)) return 'secret-hash'
  const isSourceKnown =
    publicValue.kind === 'journal-head'
      ? isWithin(publicValue.actsAfterClosing, 1, delayMax)
      : beaconShape.test(publicValue.name) && isWithin(publicValue.secondsAfterClosing, 1, delayMax)
  return isSourceKnown ? undefined : 'public-value'
}

/** What is wrong with one application under a plan; undefined when it can be closed. `tier`: from 0. */
export function applicationProblem(
  { lot, rule }: AllotmentPlan,
  { id, tier, quantity }: { readonly id: string; readonly tier: number; readonly quantity: bigint },
): ApplicationProblem | undefined {
  if (!isHash(id)) return 'id'
  if (!isWithin(tier, 0, tierRules(rule).length - 1)) return 'tier'
  if (quantity <= 0n) return 'quantity'
  if (quantity % lot !== 0n) return 'off-lot'
  return quantity / lot <= BigInt(lotsMax) ? undefined : 'too-large'
}

const ruleFields = (rule: TierRule): object => ({
  ...(rule.cap === undefined ? {} : { cap: String(rule.cap) }),
  kind: rule.kind,
  ...(rule.kind === 'lottery' ? { parcel: String(rule.parcel) } : {}),
})

/** A plan as JSON holds it: numbers of units as texts, names in the order of their UTF-16 units (RFC 8785). */
function planFields({ offeringId, supply, lot, rule, secretHash, publicValue }: AllotmentPlan): object {
  return {
    lot: String(lot),
    offeringId,
    publicValue:
      publicValue.kind === 'journal-head'
        ? { actsAfterClosing: publicValue.actsAfterClosing, kind: publicValue.kind }
        : { kind: publicValue.kind, name: publicValue.name, secondsAfterClosing: publicValue.secondsAfterClosing },
    rule:
      rule.kind === 'tiers'
        ? {
            kind: rule.kind,
            tiers: rule.tiers.map((tier) => ({
              lockupDays: tier.lockupDays,
              name: tier.name,
              rule: ruleFields(tier.rule),
            })),
          }
        : ruleFields(rule),
    secretHash,
    supply: String(supply),
    version: 1,
  }
}

/** The one text of a plan: JSON in the canonical form of RFC 8785. */
export function planText(plan: AllotmentPlan): string {
  return JSON.stringify(planFields(plan))
}

/** What the journal keeps of a plan before closing: the SHA-256 of its text after a line of its own, 64 hex digits. */
export function planHashOf(plan: AllotmentPlan): string {
  return hashText(`bolsillo.allotment-plan.1\n${planText(plan)}\n`)
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})
const unitsShape = /^(?:0|[1-9][0-9]{0,39})$/
/** Units of a text; −1, which no plan has, of anything else. */
const unitsOf = (value: unknown): bigint => (typeof value === 'string' && unitsShape.test(value) ? BigInt(value) : -1n)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : -1)

function tierRuleOf(value: unknown): TierRule {
  const { kind, cap, parcel } = fieldsOf(value)
  const capped = cap === undefined ? {} : { cap: unitsOf(cap) }
  return kind === 'lottery' ? { kind, parcel: unitsOf(parcel), ...capped } : { kind: 'pro-rata', ...capped }
}

function ruleOf(value: unknown): AllotmentRule {
  const { kind, tiers } = fieldsOf(value)
  if (kind !== 'tiers' || !Array.isArray(tiers)) return tierRuleOf(value)
  const read = tiers.map(fieldsOf).map(({ name, lockupDays, rule }) => ({
    name: textOf(name),
    lockupDays: numberOf(lockupDays),
    rule: tierRuleOf(rule),
  }))
  return { kind, tiers: read }
}

/** A plan from its text; undefined when it is not the one text of a plan without a problem. */
export function readPlan(text: string): AllotmentPlan | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const fields = fieldsOf(value)
  const source = fieldsOf(fields.publicValue)
  const plan: AllotmentPlan = {
    offeringId: textOf(fields.offeringId),
    supply: unitsOf(fields.supply),
    lot: unitsOf(fields.lot),
    rule: ruleOf(fields.rule),
    secretHash: textOf(fields.secretHash),
    publicValue:
      source.kind === 'beacon'
        ? { kind: 'beacon', name: textOf(source.name), secondsAfterClosing: numberOf(source.secondsAfterClosing) }
        : { kind: 'journal-head', actsAfterClosing: numberOf(source.actsAfterClosing) },
  }
  // Whatever was read loosely above is not written as it was, and refused here.
  return planProblem(plan) === undefined && planText(plan) === text ? plan : undefined
}
