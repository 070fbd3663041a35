import { type Email, maskEmail, readEmail } from './email.ts'
import { maskPhone, type Phone, type PhoneProblem, readPhone, writePhone } from './phone.ts'

/** Where a customer is reached, and what they sign in with. */
export type Address = Phone | Email

export type AddressProblem = PhoneProblem | 'email-malformed'

/**
 * Reads what somebody typed to say who they are. An `@` makes it an e-mail address, whichever field it was typed in.
 * `areaCode` counts for numbers without a plus sign.
 */
export function readAddress(typed: string, areaCode?: string): Address | AddressProblem {
  const text = typed.normalize('NFC').trim()
  return text.includes('@') || isMeantAsEmail(text, areaCode) ? readEmail(text) : readPhone(text, areaCode)
}

// Whoever means a number types at least this many digits; letters with fewer are a mailbox whose sign was left out.
const phoneDigitsMin = 5

/** What somebody meant who typed neither a number nor an address: it decides which of the two is named as wrong. */
function isMeantAsEmail(text: string, areaCode: string | undefined): boolean {
  return areaCode === undefined && /\p{L}/u.test(text) && text.replace(/\D/g, '').length < phoneDigitsMin
}

/** Reads what was typed in a field that is for one of the two: what is wrong is wrong of that. */
export function readAddressAs(kind: Address['kind'], typed: string, areaCode?: string): Address | AddressProblem {
  const text = typed.normalize('NFC').trim()
  return kind === 'email' ? readEmail(text) : readPhone(text, areaCode)
}

/** Whether a new account may have this address: e-mail addresses always, numbers of the area codes that are published. */
export function isServed(address: Address, published: readonly string[]): boolean {
  return address.kind === 'email' || published.some((code) => address.e164.startsWith(code))
}

/** Whether a reading succeeded. */
export function isAddress(reading: Address | AddressProblem): reading is Address {
  return typeof reading !== 'string'
}

/** The one text under which an address is stored and looked up. */
export function addressText(address: Address): string {
  return address.kind === 'phone' ? address.e164 : address.address
}

/** The address stored under a text. */
export function addressOf(text: string): Address {
  return text.includes('@') ? { kind: 'email', address: text } : { kind: 'phone', e164: text }
}

/** For anybody to see: recognizable by its owner only. */
export function maskAddress(address: Address): string {
  return address.kind === 'phone' ? maskPhone(address) : maskEmail(address)
}

/** For its owner and for those who run a practice market: in full. */
export function writeAddress(address: Address): string {
  return address.kind === 'phone' ? writePhone(address) : address.address
}
