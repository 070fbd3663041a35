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
  return text.includes('@') ? readEmail(text) : readPhone(text, areaCode)
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
