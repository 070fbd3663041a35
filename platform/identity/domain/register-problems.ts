import { type AddressProblem, isAddress, readAddress } from './address.ts'
import { type PasswordProblem, passwordProblem } from './password-rules.ts'

/** What somebody typed to open an account. The page and the server judge it with the same function. */
interface Registration {
  readonly account: string
  readonly areaCode: string | undefined
  readonly password: string
  readonly agreeDisclaimer: boolean
  readonly agreePrivacy: boolean
}

type RegistrationField = 'account' | 'areaCode' | 'password' | 'agreeDisclaimer' | 'agreePrivacy'

export interface Problem<Field extends string, Name extends string> {
  readonly field: Field
  readonly name: Name
}

/** Everything wrong with a registration, in the order the contract refuses it. */
export function registrationProblems(
  typed: Registration,
): readonly Problem<RegistrationField, AddressProblem | PasswordProblem | 'consents-needed'>[] {
  const reading = readAddress(typed.account, typed.areaCode)
  const password = passwordProblem(typed.password, isAddress(reading) ? reading : undefined)
  return [
    ...(isAddress(reading) ? [] : [{ field: addressField(reading), name: reading } as const]),
    ...(typed.agreeDisclaimer ? [] : [{ field: 'agreeDisclaimer', name: 'consents-needed' } as const]),
    ...(typed.agreePrivacy ? [] : [{ field: 'agreePrivacy', name: 'consents-needed' } as const]),
    ...(password === undefined ? [] : [{ field: 'password', name: password } as const]),
  ]
}

/** The field an address problem belongs to. */
function addressField(problem: AddressProblem): 'account' | 'areaCode' {
  return problem === 'area-code-unknown' ? 'areaCode' : 'account'
}

/** What a person owns who was just invited: eight letters and digits without look-alikes, upper case. */
export function readInviteCode(typed: string): string | undefined {
  const text = typed.replace(/[\s-]/g, '').toUpperCase()
  return text === '' ? undefined : text
}
