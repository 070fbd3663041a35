import type { z } from '@bolsillo/contract'
import type { inboxMessage } from './entry-contract.ts'
import type { user } from './wire-shapes.ts'

export * from './account-contract.ts'
export * from './entry-contract.ts'
export * from './factor-contract.ts'
export { factorProofFields, optionalProofFields } from './factor-shapes.ts'
export * from './profile-contract.ts'
export * from './rejections.ts'
export {
  type AccountTag,
  accountTags,
  type CodePurpose,
  type CoolDownReason,
  codePurposes,
  coolDownReasons,
  type IdentityState,
  identityStates,
  newDestinationReasons,
} from './wire-shapes.ts'

export type User = z.output<typeof user>
/** A message as the practice inbox shows it. */
export type InboxMessage = z.output<typeof inboxMessage>
