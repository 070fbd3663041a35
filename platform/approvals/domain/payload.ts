import type { ApprovalFact, ApprovalPayload, OperatorRole } from '@bolsillo/contract'
import { present } from '@bolsillo/kernel'

export type { ApprovalFact, ApprovalPayload } from '@bolsillo/contract'

/** A fact under a label of the room's own words: `facts.amount`. */
export function factOf(label: string, value: string): ApprovalFact {
  return { labelKey: `facts.${label}`, value }
}

/** A field every payload of the kind has. */
export function payloadText(payload: ApprovalPayload, name: string): string {
  return present(payload[name], `payload ${name}`)
}

/** The most a proposal may hold. */
const payloadLimits = { fields: 40, valueLength: 2000 } as const

const fieldName = /^[a-z][A-Za-z0-9]{0,39}$/
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** What is wrong with a payload; a problem is a bug of the room that proposes. */
export function payloadProblem(payload: ApprovalPayload): string | undefined {
  const fields = Object.entries(payload)
  if (fields.length === 0) return 'it is empty'
  if (fields.length > payloadLimits.fields) return `it has more than ${payloadLimits.fields} fields`
  for (const [name, value] of fields) {
    if (!fieldName.test(name)) return `the field ${name} is not a camelCase word`
    if (value.length > payloadLimits.valueLength) return `the field ${name} is too long`
    if (value.includes('\u0000') || loneSurrogate.test(value)) return `the field ${name} cannot be stored`
  }
  return undefined
}

/** The one text of a payload: JSON in the canonical form of RFC 8785, names in the order of their UTF-16 units. */
export function canonicalPayload(payload: ApprovalPayload): string {
  return JSON.stringify(Object.fromEntries(Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** The one text of what somebody was shown, in its order. */
export function canonicalFacts(facts: readonly ApprovalFact[]): string {
  return JSON.stringify(facts.map(({ labelKey, value }) => [labelKey, value]))
}

/** The room a message key begins with: `withdrawals` of `withdrawals.powers.accept`. */
export function roomOf(titleKey: string): string {
  return titleKey.slice(0, titleKey.indexOf('.'))
}

/** Whether one of somebody's roles is of a list. */
export function hasRole(roles: readonly string[], of: readonly OperatorRole[]): boolean {
  return of.some((role) => roles.includes(role))
}
