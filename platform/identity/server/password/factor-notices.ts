import type { Owner, PinKind } from '@bolsillo/factors/domain'
import type { Id, Instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { findCustomer } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { coolDownHours, startCoolDown } from '../freeze/cool-downs.ts'
import type { MessageSender } from '../message/message-sender.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'

/** A recovery code was used: it is recorded, and a customer's withdrawals wait and every address is notified. */
export async function recoveryUsed(
  deps: IdentityDeps,
  tx: Tx,
  { owner, left, now }: { readonly owner: Owner; readonly left: number; readonly now: Instant },
): Promise<void> {
  const details = { left: String(left) }
  await deps.audit.record(tx, { at: now, actor: owner, action: 'identity.recovery-use', subject: owner, details })
  if (!isCustomer(owner)) return
  const customer = await findCustomer(tx, owner)
  if (customer === undefined) return
  await startCoolDown(deps, tx, { customerId: owner, reason: 'factor-removed', now })
  const values = { left: String(left), hours: coolDownHours(deps, 'factor-removed') }
  await tellEverywhere(deps, tx, { customer, kind: 'recovery-used', values, at: now })
}

const isCustomer = (owner: Owner): owner is Extract<Owner, `cus_${string}`> => owner.startsWith('cus_')

/** Six digits were locked by wrong tries: their owner is notified at the address they sign in with. */
export async function pinLocked(
  sender: MessageSender,
  tx: Tx,
  { kind, customerId, at }: { readonly kind: PinKind; readonly customerId: Id<'cus'>; readonly at: Instant },
): Promise<void> {
  const customer = await findCustomer(tx, customerId)
  if (customer === undefined) return
  const { address: to, language } = customer
  await sender.send(tx, { to, kind: `${kind}-password-locked`, language, customerId, at })
}
