import type { Audit } from '@bolsillo/audit/server'
import { coreRejections } from '@bolsillo/contract'
import type { PinKind } from '@bolsillo/factors/domain'
import type { Factors } from '@bolsillo/factors/server'
import type { Rejection } from '@bolsillo/kernel'
import { isRejection, reject } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'
import { type CodePurpose, identityRejections, type User } from '../contract/index.ts'
import {
  type Address,
  type AddressProblem,
  addressOf,
  isAddress,
  isServed,
  maskAddress,
  type PasswordLength,
  passwordProblem,
  pinProblem,
  readAddress,
  readAddressAs,
} from '../domain/index.ts'
import type { Customer } from './account/customer-store.ts'
import type { Captcha } from './code/captcha.ts'
import type { PracticeInbox } from './message/message-rail.ts'
import type { MessageSender } from './message/message-sender.ts'
import type { CoolDownReason } from './money-guards.ts'
import { addressMark } from './secrets.ts'

/** What the use cases of this room share. */
export interface IdentityDeps extends Factors<CodePurpose> {
  readonly services: Services
  readonly audit: Audit
  readonly captcha: Captcha
  readonly sender: MessageSender
  /** How long withdrawals wait for a reason, by the settings in force now. */
  readonly coolDownMs: (reason: CoolDownReason) => number
  /** Where the customer app is, for links in messages: `https://app.bolsillo.example`, without a slash. */
  readonly appUrl: string
  /** Where the console is, for links to staff: an origin of its own, written in the same way. */
  readonly consoleUrl: string
  /** The bounds of a new login password in force now. */
  readonly passwordLength: () => PasswordLength
  /** The area code of a number that names none, and those of new accounts, by the settings in force now. */
  readonly areaCodes: () => { readonly standard: string; readonly published: readonly string[] }
  /** How long new powers of staff wait: by the setting for this kind of market. */
  readonly staffWaitMs: () => number
  /** How long two accounts of staff on one device are one person. */
  readonly staffDeviceMs: () => number
  /** Keys the numbers invitees show. */
  readonly staffNumberKey: Uint8Array
  /** A stand-in for an address in keys and logs. */
  readonly markOf: (address: string) => string
  /** The practice market's, which can be read. */
  readonly inbox: PracticeInbox | undefined
}

export function markWith(key: Uint8Array): IdentityDeps['markOf'] {
  return (address) => addressMark(key, address)
}

/** How a customer is shown to themselves: the number, the masked address, the states. */
export function userOf(customer: Customer): User {
  return {
    id: customer.displayNumber,
    account: maskAddress(customer.address),
    status: customer.status,
    idStatus: customer.identityState,
  }
}

const addressRejections = {
  'phone-malformed': identityRejections.phoneMalformed,
  'email-malformed': identityRejections.emailMalformed,
  'area-code-unknown': identityRejections.areaUnknown,
} as const

/** The refusal of an address that could not be read. */
function refuseAddress(problem: AddressProblem): Rejection {
  return reject(addressRejections[problem], { field: problem === 'area-code-unknown' ? 'areaCode' : 'account' })
}

/** Reads the address of an account there may be already: with every area code whose numbers can be read. */
export function readOwnAddress(deps: IdentityDeps, typed: string, areaCode: string | undefined): Address | Rejection {
  const reading = readAddress(typed, areaCode ?? (/\p{L}|@/u.test(typed) ? undefined : deps.areaCodes().standard))
  return isAddress(reading) ? reading : refuseAddress(reading)
}

/**
 * Reads an address an account is to have: the area code is among those that are published. `kind`: which of the two it is,
 * where the request says so.
 */
export function readNewAddress(
  deps: IdentityDeps,
  typed: string,
  areaCode: string | undefined,
  kind?: Address['kind'],
): Address | Rejection {
  const address = kind === undefined ? readOwnAddress(deps, typed, areaCode) : readOf(deps, kind, typed, areaCode)
  if (isRejection(address) || isServed(address, deps.areaCodes().published)) return address
  return refuseAddress('area-code-unknown')
}

function readOf(deps: IdentityDeps, kind: Address['kind'], typed: string, areaCode: string | undefined) {
  const reading = readAddressAs(kind, typed, areaCode ?? deps.areaCodes().standard)
  return isAddress(reading) ? reading : refuseAddress(reading)
}

/** The refusals of a new password by what is wrong with it. */
export const passwordRejections = {
  'password-length': identityRejections.passwordLength,
  'password-characters': identityRejections.passwordUnstorable,
  'password-names-account': identityRejections.passwordNamesAccount,
  'password-common': identityRejections.passwordCommon,
} as const

/** The refusal of a new login password, or undefined when there is nothing against it. */
export function refuseLoginPassword(deps: IdentityDeps, typed: string, address: Address): Rejection | undefined {
  const bounds = deps.passwordLength()
  const problem = passwordProblem(typed, address, bounds)
  if (problem === undefined) return undefined
  const values = { min: String(bounds.min), max: String(bounds.max) }
  return reject(passwordRejections[problem], {
    field: 'password',
    ...(problem === 'password-length' ? { values } : {}),
  })
}

const pinRejections = {
  trade: { malformed: identityRejections.tradePasswordMalformed, common: identityRejections.tradePasswordCommon },
  withdrawal: {
    malformed: identityRejections.withdrawalPasswordMalformed,
    common: identityRejections.withdrawalPasswordCommon,
  },
} as const

/** The refusal of new six digits, or undefined when there is nothing against them. */
export function refusePin(kind: PinKind, typed: string, address: Address): Rejection | undefined {
  const problem = pinProblem(typed, address)
  return problem === undefined ? undefined : reject(pinRejections[kind][problem], { field: 'password' })
}

/** Every way a customer can be written to: notices that cannot be switched off take all of them. */
export function waysOf({ phone, email }: Pick<Customer, 'phone' | 'email'>): readonly Address[] {
  return [phone, email].flatMap((text) => (text === undefined ? [] : [addressOf(text)]))
}

/** The refusal when too many passwords wait to be hashed. */
export const refuseBusy = (): Rejection => reject(coreRejections.overloaded)

/** How long until a time, in whole minutes or hours rounded up, at least one. */
export function roundedUp(untilMs: number, nowMs: number, unitMs: number): string {
  return String(Math.max(1, Math.ceil((untilMs - nowMs) / unitMs)))
}
