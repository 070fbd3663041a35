import type { Instant } from '@bolsillo/kernel'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long the name of an account of staff is. */
export const staffAccountLength = { min: 3, max: 40 } as const

/** How accounts of staff come to be, beside the wait, which is a setting. */
export const staffRules = {
  /** The accounts an installation begins with: nobody is there yet who could approve them. The database counts the same. */
  first: 2,
  /** The number on an invitee's screen. */
  number: { digits: 6, tries: 5, lifeMs: dayMs },
  /** How long two accounts on one device are one person where money is real; in the practice market as long as the wait. */
  deviceMs: 90 * dayMs,
} as const

/** An account of staff, as far as its powers go. */
export interface StaffPowersOf<Role extends string> {
  readonly roles: readonly Role[]
  /** Those that do not count before `powersFrom`. */
  readonly waitingRoles: readonly string[]
  /** Undefined: nobody has confirmed yet who accepted the invitation. */
  readonly powersFrom: Instant | undefined
}

/** The roles that count now. */
export function rolesInForce<Role extends string>(of: StaffPowersOf<Role>, now: Instant): Role[] {
  const waits = of.powersFrom === undefined || of.powersFrom > now
  return of.roles.filter((role) => !waits || !of.waitingRoles.includes(role))
}

/**
 * The roles an account would lose of which at most one other person has one that counts: taking them from it at once would
 * leave that person alone with them.
 */
export function rolesHeldByFew<Role extends string>(
  account: StaffPowersOf<Role>,
  others: readonly StaffPowersOf<Role>[],
  kept: readonly Role[],
  now: Instant,
): readonly Role[] {
  return rolesInForce(account, now).filter(
    (role) => !kept.includes(role) && others.filter((other) => rolesInForce(other, now).includes(role)).length <= 1,
  )
}
