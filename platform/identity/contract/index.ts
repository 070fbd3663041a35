import type { z } from '@bolsillo/contract'
import type { inboxMessage } from './entry-calls.ts'
import type { user } from './wire-shapes.ts'

export * from './account-calls.ts'
export * from './entry-calls.ts'
export * from './own-factor-calls.ts'
export * from './profile-calls.ts'
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
