import { type Id, type Instant, plusMs } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { IdentityDeps } from '../deps.ts'
import type { CoolDownReason } from '../money-guards.ts'
import { insertCoolDown } from './cool-down-store.ts'

const hourMs = 3_600_000

/** How long withdrawals wait after a change of what protects them, in hours. */
export function coolDownHours(deps: Pick<IdentityDeps, 'coolDownMs'>, reason: CoolDownReason): string {
  return String(Math.round(deps.coolDownMs(reason) / hourMs))
}

/** Makes the customer's withdrawals wait, from now for as long as the settings say, and writes it down. */
export async function startCoolDown(
  deps: Pick<IdentityDeps, 'coolDownMs' | 'audit'>,
  tx: Tx,
  start: { readonly customerId: Id<'cus'>; readonly reason: CoolDownReason; readonly now: Instant },
): Promise<void> {
  const { customerId, reason, now } = start
  const until = plusMs(now, deps.coolDownMs(reason))
  await insertCoolDown(tx, customerId, { reason, from: now, until })
  const details = { reason, until: String(until) }
  await deps.audit.record(tx, {
    at: now,
    actor: customerId,
    action: 'identity.cool-down',
    subject: customerId,
    details,
  })
}
