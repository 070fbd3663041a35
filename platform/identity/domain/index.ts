export * from './address.ts'
export * from './area-code.ts'
export * from './device-name.ts'
export type { Email } from './email.ts'
export * from './identity-settings.ts'
export * from './invite-code.ts'
export { isNickname } from './nickname.ts'
export {
  isCommon,
  type PasswordLength,
  type PasswordProblem,
  passwordLength,
  passwordProblem,
  staffPasswordLength,
} from './password-rules.ts'
export { nationalDigits, type Phone } from './phone.ts'
export * from './pin-rules.ts'
export * from './register-problems.ts'
export * from './session-rules.ts'
export * from './staff-rules.ts'
