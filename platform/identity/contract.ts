import type { z } from '@bolsillo/contract'
import type { inboxMessage } from './domain/calls/entry-contract.ts'
import type { user } from './domain/calls/wire-shapes.ts'

export * from './domain/calls/account-contract.ts'
export * from './domain/calls/entry-contract.ts'
export * from './domain/calls/factor-contract.ts'
export { factorProofFields, optionalProofFields } from './domain/calls/factor-shapes.ts'
export * from './domain/calls/profile-contract.ts'
export * from './domain/calls/rejections.ts'
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
} from './domain/calls/wire-shapes.ts'

export type User = z.output<typeof user>
/** A message as the practice inbox shows it. */
export type InboxMessage = z.output<typeof inboxMessage>
