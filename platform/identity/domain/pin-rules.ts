import type { Address } from './address.ts'
import { nationalDigits } from './phone.ts'

/** What six digits confirm: orders, or money leaving. Twins: the same rules, kept and locked apart. */
export const pinKinds = ['trade', 'withdrawal'] as const
export type PinKind = (typeof pinKinds)[number]

/** Five wrong tries in a row lock a PIN for a day. */
export const pinTries = 5
export const pinLockMs = 24 * 60 * 60 * 1000

type PinProblem = 'malformed' | 'common'

// Chosen far more often than one in a million, without being a pattern below: keypad columns, crosses, well-known ones.
const favourites = new Set([
  '147258',
  '258456',
  '159753',
  '753951',
  '147852',
  '852456',
  '741852',
  '963852',
  '142536',
  '159357',
  '456852',
  '102030',
  '112358',
  '314159',
  '271828',
  '420420',
  '696969',
  '007007',
  '520131',
  '101010',
])

/** The first thing wrong with new six digits, or undefined. */
export function pinProblem(typed: string, address?: Address): PinProblem | undefined {
  if (!/^[0-9]{6}$/.test(typed)) return 'malformed'
  return isCommonPin(typed, address) ? 'common' : undefined
}

function isCommonPin(pin: string, address: Address | undefined): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, at) => digit - (digits[at] ?? 0))
  const isRun = (step: number): boolean => steps.every((found) => (found + 10) % 10 === (step + 10) % 10)
  const [firstHalf, secondHalf] = [pin.slice(0, 3), pin.slice(3)]
  return (
    favourites.has(pin) ||
    new Set(digits).size <= 2 ||
    isRun(1) ||
    isRun(-1) ||
    isRun(2) ||
    isRun(-2) ||
    firstHalf === secondHalf ||
    firstHalf === Array.from(secondHalf).reverse().join('') ||
    pin.slice(0, 2).repeat(3) === pin ||
    isPairs(pin) ||
    isDate(pin) ||
    (address?.kind === 'phone' && nationalDigits(address).endsWith(pin))
  )
}

/** `112233`, `445566`: pairs that step by one. */
function isPairs(pin: string): boolean {
  const [a, b, c] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)]
  return (
    [a, b, c].every((pair) => pair[0] === pair[1]) &&
    Math.abs(Number(a[0]) - Number(b[0])) === 1 &&
    Number(b[0]) - Number(a[0]) === Number(c[0]) - Number(b[0])
  )
}

/** A year with the digits before or after it that make it a month: `199012`, `122001`. Birthdays are guessed first. */
function isDate(pin: string): boolean {
  const isYear = (text: string): boolean => /^(?:19[4-9]|20[0-3])[0-9]$/.test(text)
  const isMonth = (text: string): boolean => Number(text) >= 1 && Number(text) <= 12
  return (isYear(pin.slice(0, 4)) && isMonth(pin.slice(4))) || (isYear(pin.slice(2)) && isMonth(pin.slice(0, 2)))
}

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
