import { normalPassword } from '@bolsillo/factors/domain'
import type { Address } from './address.ts'
import { commonWords } from './common-passwords-data.ts'
import { nationalDigits } from './phone.ts'

/** Bounds of the login password, in characters. */
export interface PasswordLength {
  readonly min: number
  readonly max: number
}

/** The specification's bounds: what the settings say unless an operator changed them. */
export const passwordLength: PasswordLength = { min: 6, max: 20 }

/** Staff have longer ones. */
export const staffPasswordLength: PasswordLength = { min: 12, max: 128 }

export type PasswordProblem = 'password-length' | 'password-characters' | 'password-names-account' | 'password-common'

// What nobody can type on every keyboard, or cannot be stored.
const unstorable = /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const productName = 'bolsillo'
/** Shorter parts of an address occur in passwords by chance. */
const addressPartMin = 4
const phoneDigitsMin = 6

/** The first thing wrong with a new login password, or undefined. No rule asks for kinds of characters. */
export function passwordProblem(
  typed: string,
  address?: Address,
  bounds: PasswordLength = passwordLength,
): PasswordProblem | undefined {
  if (unstorable.test(typed)) return 'password-characters'
  const password = normalPassword(typed)
  const characters = [...password].length
  if (characters < bounds.min || characters > bounds.max) return 'password-length'
  if (namesAccount(password, address)) return 'password-names-account'
  return isCommon(password) ? 'password-common' : undefined
}

function namesAccount(password: string, address: Address | undefined): boolean {
  const text = plain(password)
  if (text.includes(productName)) return true
  if (address === undefined) return false
  if (address.kind === 'email') {
    const parts = address.address.split('@')[0]?.split(/[.+_-]/) ?? []
    return parts.some((part) => part.length >= addressPartMin && text.includes(plain(part)))
  }
  const digits = password.replace(/[^0-9]/g, '')
  return (
    digits.length >= phoneDigitsMin &&
    (nationalDigits(address).includes(digits) || digits.includes(nationalDigits(address)))
  )
}

/** Without accents, lower case. */
function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

const lookAlikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}
const walks = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '147258369',
  '741852963',
  '159357',
  '789456123',
]

/**
 * Whether a password is among those tried first: digits only, one piece repeated, walks on the keyboard, and every word
 * of the list with any digits and signs before or after it, also with 0 for o, 3 for e and the like.
 * That refuses far more than the hundred thousand most frequent leaked passwords would.
 */
export function isCommon(typed: string): boolean {
  const text = plain(typed).trim()
  const solid = text.replace(/\s/g, '')
  if (new Set(solid).size < 4) return true
  if (/^[\p{P}\p{S}\d]+$/u.test(solid) && !/\p{L}/u.test(solid) && solid.replace(/\D/g, '').length > solid.length / 2)
    return true
  if (isRepetition(solid) || isWalk(solid)) return true
  return coresOf(solid).some((core) => core === '' || isKnown(core))
}

function isKnown(core: string): boolean {
  if (commonWords.has(core)) return true
  // Two common words in a row, or the same twice: `amoramor`, `luisamaria`.
  for (let at = 3; at <= core.length - 3; at += 1) {
    if (commonWords.has(core.slice(0, at)) && commonWords.has(core.slice(at))) return true
  }
  return false
}

/** The word inside: without digits and signs around it, unchanged and with look-alikes read as letters. */
function coresOf(text: string): string[] {
  const trim = (value: string): string => value.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const readAsLetters = (value: string): string => Array.from(value, (letter) => lookAlikes[letter] ?? letter).join('')
  const inner = trim(text)
  // `p4ssw0rd1!`: signs at the end go first, then look-alikes are read; also with one leading look-alike kept.
  const withoutTail = text.replace(/[^\p{L}]+$/u, '')
  return [...new Set([inner, trim(readAsLetters(inner)), trim(readAsLetters(withoutTail)), trim(readAsLetters(text))])]
}

function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    const piece = text.slice(0, period)
    if (period > 5) return false
    if (piece.repeat(Math.ceil(text.length / period)).slice(0, text.length) === text) return true
  }
  return false
}

const walkPiecesMax = 3
const walkPieceMin = 3
const restMax = 2

/** Whether a text is little more than walks along keys or the alphabet: `qwerty123`, `asdf1234`, `abcxyz`. */
function isWalk(text: string): boolean {
  let rest = text
  for (let pieces = 0; pieces < walkPiecesMax; pieces += 1) rest = rest.slice(walkAtStart(rest))
  return rest.length <= restMax
}

/** How long the longest walk at the start is; 0 when there is none. */
function walkAtStart(text: string): number {
  for (let length = text.length; length >= walkPieceMin; length -= 1) {
    const piece = text.slice(0, length)
    const backwards = Array.from(piece).reverse().join('')
    if (walks.some((walk) => walk.includes(piece) || walk.includes(backwards))) return length
  }
  return 0
}
