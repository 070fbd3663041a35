import type { Id } from '@bolsillo/kernel'

/** Second factors: what they may be used for and how long a challenge is open. */
export const factorRules = {
  /** A challenge is answered within this time, once, in at most so many tries. */
  challengeLifeMs: 5 * 60_000,
  challengeTries: 5,
  /** RFC 6238: 30-second steps, one before and one after are taken, for clocks that differ. */
  stepSeconds: 30,
  toleranceSeconds: 30,
  recoveryCodes: 10,
  /** How long the second factor of a session of staff counts as fresh for proposing. */
  freshMs: 15 * 60_000,
  /** Digits of a code of an authenticator app (RFC 4226 allows six to eight; apps show six). */
  appDigits: 6,
  /** Of one customer. */
  passkeys: 10,
} as const

/**
 * What a recovery code may confirm: only what leads to a factor of one's own again, or stops the account. Never money
 * that leaves, and never a new destination: a list of codes is something that is copied and found.
 */
export const recoverableActions: ReadonlySet<string> = new Set([
  'remove-factor',
  'add-factor',
  'recovery-codes',
  'unfreeze',
  'allow-password',
])

/**
 * What differs between the owners of second factors. A signature cannot be guessed, so a colleague's wrong codes must not
 * keep a passkey of staff from working; and a passkey of staff is of nobody else who works here.
 */
const ownerRules = {
  cus: { countsSignatures: true, hasUniqueKeys: false },
  opr: { countsSignatures: false, hasUniqueKeys: true },
} as const

/** Whose factor it is: a customer's or a member of staff's. */
export type Owner = Id<'cus'> | Id<'opr'>

/** The rules of one owner. */
export const rulesOf = (owner: Owner) => ownerRules[owner.startsWith('opr_') ? 'opr' : 'cus']

/** One text for an action and everything that was shown with it, whatever the order of the names. */
export function purposeText(purpose: {
  readonly action: string
  readonly bound: Readonly<Record<string, string>>
}): string {
  const bound = Object.entries(purpose.bound).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([purpose.action, bound])
}

const boundNamesMax = 20
const nameShape = /^[a-z][A-Za-z0-9]{0,39}$/
const valueLengthMax = 400

/** Reads what was shown: a JSON object of texts. Undefined when it is anything else. */
export function readBound(text: string): Readonly<Record<string, string>> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  if (entries.length > boundNamesMax) return undefined
  const texts: [string, string][] = []
  for (const [name, part] of entries) {
    if (!nameShape.test(name) || typeof part !== 'string' || part.length > valueLengthMax) return undefined
    texts.push([name, part])
  }
  return Object.fromEntries(texts)
}

/** What somebody typed as a code, without the blanks and dashes it is read out with. */
export function readCode(typed: string): { readonly kind: 'totp' | 'recovery'; readonly code: string } | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'totp', code }
  return /^[a-z2-9]{10}$/.test(code) ? { kind: 'recovery', code } : undefined
}

/** A password as it is compared and hashed: the same whatever keyboard composed its accents. */
export function normalPassword(typed: string): string {
  return typed.normalize('NFC')
}
