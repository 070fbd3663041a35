/** What six digits confirm: orders, or money leaving. Twins: the same rules, kept and locked apart. */
export const pinKinds = ['trade', 'withdrawal'] as const
export type PinKind = (typeof pinKinds)[number]

/** Five wrong tries in a row lock a PIN for a day. */
export const pinTries = 5
export const pinLockMs = 24 * 60 * 60 * 1000

/** How a wrong try changes the count. */
export function afterWrongTry(
  state: { readonly failures: number },
  nowMs: number,
): { readonly failures: number; readonly lockedUntil: number | undefined } {
  const failures = state.failures + 1
  return { failures, lockedUntil: failures >= pinTries ? nowMs + pinLockMs : undefined }
}

/** What its owner sees of a PIN: whether it is set, how many tries are left, until when it is locked. */
export function pinState(
  stored: { readonly failures: number; readonly lockedUntil: number | undefined } | undefined,
  nowMs: number,
): { readonly set: boolean; readonly triesLeft: number; readonly lockedUntil?: number } {
  const lockedUntil = stored?.lockedUntil
  if (lockedUntil !== undefined && lockedUntil > nowMs) return { set: true, triesLeft: 0, lockedUntil }
  // A lock that has run out leaves five fresh tries.
  const failures = lockedUntil === undefined ? (stored?.failures ?? 0) : 0
  return { set: stored !== undefined, triesLeft: pinTries - failures }
}
