import parsePhoneNumber from 'libphonenumber-js/core'
import { type AreaCode, areaCodeDefault, areaCodeOf, areaCodes } from './area-code.ts'
import { phoneMetadata } from './phone-metadata-data.ts'

/** A phone number in E.164: `+525512341907`. Always the same text for the same line. */
export interface Phone {
  readonly kind: 'phone'
  readonly e164: string
}

export type PhoneProblem = 'phone-malformed' | 'area-code-unknown'

const lengthMax = 40
// Digits of ASCII and what people put between them. Letters, full-width digits and extensions are refused.
const shape = /^\+?[0-9 ().\-\u00a0/]+$/

/**
 * Reads a phone number as typed: with a `+`, `00` or nothing before it. Without a plus it belongs to `areaCode`.
 * Mexican numbers lost their prefixes 01, 044, 045 and the 1 after +52 in 2019, but people and contact lists keep
 * writing them, so they are taken off.
 */
export function readPhone(typed: string, areaCode: string = areaCodeDefault): Phone | PhoneProblem {
  const area = areaCodeOf(areaCode)
  if (area === undefined) return 'area-code-unknown'
  if (typed.length > lengthMax || !shape.test(typed)) return 'phone-malformed'
  const digits = typed.replace(/[^0-9]/g, '')
  const international = typed.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : undefined
  if (international === undefined) return readNational(digits, area)
  const found = areaCodes.find(({ code }) => international.startsWith(code.slice(1)))
  return found === undefined ? 'area-code-unknown' : readNational(international.slice(found.code.length - 1), found)
}

function readNational(digits: string, area: AreaCode): Phone | PhoneProblem {
  const national = area.code === '+52' ? withoutMexicanPrefix(digits) : digits
  const parsed = parsePhoneNumber(national, { defaultCountry: area.countries[0], extract: false }, phoneMetadata)
  if (parsed === undefined || `+${parsed.countryCallingCode}` !== area.code || !parsed.isValid()) {
    return 'phone-malformed'
  }
  return { kind: 'phone', e164: parsed.number }
}

function withoutMexicanPrefix(digits: string): string {
  return /^(?:01|04[45]|1)([0-9]{10})$/.exec(digits)?.[1] ?? digits
}

/** `+52 55 1234 1907`: how a number is shown in full. */
export function writePhone(phone: Phone): string {
  return parsePhoneNumber(phone.e164, phoneMetadata)?.formatInternational() ?? phone.e164
}

const digitsShown = 4

/** `+52 55 •••• 1907`: enough for its owner to recognize, too little for anybody else. */
export function maskPhone(phone: Phone): string {
  const [code, first = '', ...rest] = writePhone(phone).split(' ')
  if (rest.length === 0) return `${code} ${maskAllButLast(first)}`
  return `${code} ${first} ${maskAllButLast(rest.join(' '))}`
}

function maskAllButLast(text: string): string {
  const digits = text.replace(/[^0-9]/g, '').length
  let seen = 0
  return text.replace(/[0-9]/g, (digit) => {
    seen += 1
    return seen > digits - digitsShown ? digit : '•'
  })
}

/** The national digits, for a test whether a password is somebody's phone number. */
export function nationalDigits(phone: Phone): string {
  return parsePhoneNumber(phone.e164, phoneMetadata)?.nationalNumber ?? phone.e164.slice(1)
}
