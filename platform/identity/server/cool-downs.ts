import { type Id, type Instant, plusMs } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { insertCoolDown } from './cool-down-store.ts'
import type { CoolDownReason } from './money-guards.ts'
import type { Parts } from './parts.ts'

const hourMs = 3_600_000

/** How long withdrawals wait after a change of what protects them, in hours. */
export function coolDownHours(parts: Pick<Parts, 'coolDownMs'>, reason: CoolDownReason): string {
  return String(Math.round(parts.coolDownMs(reason) / hourMs))
}

/** Makes the customer's withdrawals wait, from now for as long as the settings say, and writes it down. */
export async function startCoolDown(
  parts: Pick<Parts, 'coolDownMs' | 'audit'>,
  tx: Tx,
  start: { readonly customerId: Id<'cus'>; readonly reason: CoolDownReason; readonly now: Instant },
): Promise<void> {
  const { customerId, reason, now } = start
  const until = plusMs(now, parts.coolDownMs(reason))
  await insertCoolDown(tx, customerId, { reason, from: now, until })
  const details = { reason, until: String(until) }
  await parts.audit.record(tx, {
    at: now,
    actor: customerId,
    action: 'identity.cool-down',
    subject: customerId,
    details,
  })
}
