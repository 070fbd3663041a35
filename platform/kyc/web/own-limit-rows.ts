import type { ReplyOf } from '@bolsillo/contract'
import { decimalUnits } from '@bolsillo/kernel'
import type { readOwnLimits } from '../contract/index.ts'

export type OwnLimitsReply = ReplyOf<typeof readOwnLimits>
export type OwnLimitRow = OwnLimitsReply['limits'][number]

/** The zone of this device: the clock a first limit goes by. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const pesosScale = 2

/** Whether a limit leaves nothing more for its period. Unknown use is not counted as reached: the server decides then. */
export function isReached({ amount, used }: Pick<OwnLimitRow, 'amount' | 'used'>): boolean {
  if (amount === undefined || used === undefined) return false
  return decimalUnits(used, pesosScale) >= decimalUnits(amount, pesosScale)
}
