import type { Address } from './address.ts'
import { nationalDigits } from './phone.ts'

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
