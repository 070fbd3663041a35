import type { ReplyOf } from '@bolsillo/contract'
import type { readOwnLimits } from '../contract.ts'

export type OwnLimitsReply = ReplyOf<typeof readOwnLimits>
export type OwnLimitRow = OwnLimitsReply['limits'][number]

/** The zone of this device: the clock a first limit goes by. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
