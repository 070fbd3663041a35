import { readTradeDate, type TradeDate } from '@bolsillo/kernel'
import { validate as validateCnpj } from 'stdnum/lib/cjs/br/cnpj.js'
import { validate as validateCpf } from 'stdnum/lib/cjs/br/cpf.js'
import { validate as validateCurp } from 'stdnum/lib/cjs/mx/curp.js'
import { documentNumberLength } from './kyc-bounds.ts'

/**
 * A number somebody was given by a state, read. `valid` says that its form is: digits that fit each other prove nothing
 * about who holds it. `doubt` is a flaw that numbers in use have as well: it warns and never blocks.
 */
export type NumberReading<Facts extends object = object> =
  | ({ readonly kind: 'valid'; readonly value: string; readonly doubt?: 'check-digit' } & Facts)
  | { readonly kind: 'problem'; readonly problem: 'malformed' | 'check-digit' }

/** What a CURP says of its holder. */
export interface CurpFacts {
  readonly bornOn: TradeDate
  /** The four letters of the name, and the three inner consonants. */
  readonly initials: string
  readonly consonants: string
}

const malformed = { kind: 'problem', problem: 'malformed' } as const
const wrongDigit = { kind: 'problem', problem: 'check-digit' } as const

const compact = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[\s.\-/]/g, '')
const isRepeated = (text: string): boolean => new Set(text).size === 1

const curpShape = /^([A-Z]{4})(\d{2})(\d{2})(\d{2})[HMX][A-Z]{2}([A-Z]{3})([0-9A-Z])\d$/

/**
 * A CURP of 18. The digit before the last one tells the century: a digit for births to 1999, a letter from 2000. The sum
 * and the lists of states and of words that are never given are stdnum's.
 */
export function readCurp(text: string): NumberReading<CurpFacts> {
  const value = compact(text)
  const parts = curpShape.exec(value)
  if (parts === null) return malformed
  const [, initials = '', year = '', month = '', day = '', consonants = '', century = ''] = parts
  const bornOn = readTradeDate(`${/\d/.test(century) ? '19' : '20'}${year}-${month}-${day}`)
  if (bornOn === undefined) return malformed
  const result = validateCurp(value)
  if (result.isValid) return { kind: 'valid', value, bornOn, initials, consonants }
  return result.error.name === 'InvalidChecksum' ? wrongDigit : malformed
}

const rfcShape = /^([A-Z&Ñ]{3,4})(\d{2})(\d{2})(\d{2})([0-9A-Z]{2})([0-9A])$/
const rfcAlphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** What an RFC says: whether it is a person's, and the last two digits of the year, month and day. */
interface RfcFacts {
  readonly isPerson: boolean
  readonly yymmdd: string
}

/**
 * An RFC of 13 (a person) or 12 (a company). About one in seventy RFCs in use fails its own digit, so a digit that does
 * not fit is a doubt, never a problem. The generic ones (XAXX010101000, XEXX010101000) are well-formed too.
 */
export function readRfc(text: string): NumberReading<RfcFacts> {
  const value = compact(text)
  const parts = rfcShape.exec(value)
  if (parts === null) return malformed
  const [, letters = '', year = '', month = '', day = ''] = parts
  // The century is not part of it: 29 February exists if it does in either.
  const exists = ['19', '20'].some((century) => readTradeDate(`${century}${year}-${month}-${day}`) !== undefined)
  if (!exists) return malformed
  const facts = { value, isPerson: letters.length === 4, yymmdd: `${year}${month}${day}` }
  return rfcDigit(value) === value.at(-1)
    ? { kind: 'valid', ...facts }
    : { kind: 'valid', ...facts, doubt: 'check-digit' }
}

function rfcDigit(value: string): string {
  const body = value.slice(0, -1).padStart(12, ' ')
  const sum = [...body].reduce((total, letter, place) => total + rfcAlphabet.indexOf(letter) * (13 - place), 0)
  const digit = (11 - (sum % 11)) % 11
  return digit === 10 ? 'A' : String(digit)
}

/** A CPF of 11 digits. */
export function readCpf(text: string): NumberReading {
  const value = compact(text)
  if (!/^\d{11}$/.test(value) || isRepeated(value)) return malformed
  return validateCpf(value).isValid ? { kind: 'valid', value } : wrongDigit
}

/** A CNPJ of 14: from July 2026 the first twelve may be letters as well. */
export function readCnpj(text: string): NumberReading {
  const value = compact(text)
  if (!/^[0-9A-Z]{12}\d{2}$/.test(value) || isRepeated(value)) return malformed
  return validateCnpj(value).isValid ? { kind: 'valid', value } : wrongDigit
}

/** The number of a document as it is compared: capitals and digits alone. */
export function readDocumentNumber(text: string): NumberReading {
  const value = compact(text)
  const { min, max } = documentNumberLength
  return /^[A-Z0-9]+$/.test(value) &&
    value.length >= min &&
    value.length <= max &&
    /\d/.test(value) &&
    !isRepeated(value)
    ? { kind: 'valid', value }
    : malformed
}
