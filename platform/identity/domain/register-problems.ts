import { type Address, type AddressProblem, isAddress, isServed, readAddressAs } from './address.ts'
import { type PasswordLength, type PasswordProblem, passwordProblem } from './password-rules.ts'

/** What somebody typed to open an account. The page and the server judge it with the same function. */
interface Registration {
  /** The field it was typed in. */
  readonly by: Address['kind']
  readonly account: string
  readonly areaCode: string | undefined
  readonly password: string
  readonly agreeDisclaimer: boolean
  readonly agreePrivacy: boolean
}

/** What the published settings say of new accounts. */
interface RegistrationRules {
  readonly areaCodes: readonly string[]
  readonly passwordLength: PasswordLength
}

type RegistrationField = 'account' | 'areaCode' | 'password' | 'agreeDisclaimer' | 'agreePrivacy'

export interface Problem<Field extends string, Name extends string> {
  readonly field: Field
  readonly name: Name
}

/** Everything wrong with a registration, in the order the contract refuses it. */
export function registrationProblems(
  typed: Registration,
  rules: RegistrationRules,
): readonly Problem<RegistrationField, AddressProblem | PasswordProblem | 'consents-needed'>[] {
  const read = readAddressAs(typed.by, typed.account, typed.areaCode)
  const reading = isAddress(read) && !isServed(read, rules.areaCodes) ? 'area-code-unknown' : read
  const password = passwordProblem(typed.password, isAddress(reading) ? reading : undefined, rules.passwordLength)
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
