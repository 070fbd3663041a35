import { type Instant, type Rejection, type RejectionSpec, reject } from '@bolsillo/kernel'
import { rejections } from '../contract/index.ts'
import { operationsSettings, type Pausable } from '../domain/index.ts'
import type { Settings } from './settings.ts'

const refusals: Readonly<Record<Pausable, RejectionSpec>> = {
  withdrawals: rejections.withdrawalsPaused,
  deposits: rejections.depositsPaused,
  orders: rejections.ordersPaused,
}
const minuteMs = 60_000

/** Refuses what is paused in an emergency, and says for how long at most. */
export function refusePaused(settings: Settings, what: Pausable, now: Instant): Rejection | undefined {
  const until = settings.get(operationsSettings[what])
  if (until <= now) return undefined
  return reject(refusals[what], { values: { minutes: String(Math.ceil((until - now) / minuteMs)) } })
}
