import { assert } from '@bolsillo/kernel'
import { clabeBanks } from './clabe-banks-data.ts'

/** What is wrong with a CLABE, or its digits. Only length and check digit block: banks and plazas are founded every year. */
type ClabeReading =
  | { readonly kind: 'clabe'; readonly clabe: string; readonly bank: string | undefined }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'check-digit' }

const weights = [3, 7, 1] as const

/** The last digit of a CLABE from the 17 before it: each product is taken mod 10 before it is added. */
export function clabeCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, place) => total + ((Number(digit) * (weights[place % 3] ?? 1)) % 10), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Reads a CLABE; spaces and dashes people copy along are dropped. */
export function readClabe(text: string): ClabeReading {
  const clabe = text.replaceAll(/[ -]/g, '')
  if (!/^[0-9]{18}$/.test(clabe)) return { kind: 'malformed' }
  if (clabeCheckDigit(clabe.slice(0, 17)) !== clabe[17]) return { kind: 'check-digit' }
  return { kind: 'clabe', clabe, bank: clabeBanks[clabe.slice(0, 3)] }
}

/** The bank a CLABE belongs to, as people call it; undefined when the code is not known. */
export function bankOfClabe(clabe: string): string | undefined {
  return clabeBanks[clabe.slice(0, 3)]
}

/**
 * The CLABE of a customer's own at a bank that gives such numbers to a firm: bank, plaza, eleven digits, check digit.
 * `prefix` is the firm's own beginning of the eleven digits.
 */
export function virtualClabe(account: {
  readonly bank: string
  readonly plaza: string
  readonly prefix: string
  readonly customerNo: number
}): string {
  const { bank, plaza, prefix, customerNo } = account
  const tail = String(customerNo).padStart(11 - prefix.length, '0')
  const digits = `${bank}${plaza}${prefix}${tail}`
  assert(/^[0-9]{17}$/.test(digits) && customerNo > 0, `not 17 digits: ${digits}`)
  return digits + clabeCheckDigit(digits)
}
