export type { FactorProofGiven } from './factors/factor-answer.tsx'
export type { SecondFactorSheetProps } from './factors/second-factor-sheet.tsx'
export type { WithdrawalPasswordFieldProps } from './password/withdrawal-password-field.tsx'

/** The sheet that shows what is being approved and takes the second factor; returns the fields of the proof. */
export const loadSecondFactorSheet = () => import('./factors/second-factor-sheet.tsx')

/** The field for the six digits of withdrawals, with the tries left and the lock. */
export const loadWithdrawalPasswordField = () => import('./password/withdrawal-password-field.tsx')

export { keepInviteCode } from './sign-in/invite-code.ts'

/** The messages of the practice market, as a part of another page. */
export const loadInboxList = () => import('./code/inbox-list.tsx')
