import type { Instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { Mail } from '../messages/mail/es-ES.ts'
import type { Customer } from './customer-store.ts'
import { type IdentityDeps, waysOf } from './deps.ts'
import { freezeLink } from './freeze-link.ts'

/**
 * Tells a customer of a change of what protects the account, at every address they have, with a link that freezes it:
 * one of the addresses may be a thief's already, the other is not.
 */
export async function tellEverywhere(
  deps: IdentityDeps,
  tx: Tx,
  notice: {
    readonly customer: Pick<Customer, 'id' | 'phone' | 'email' | 'language'>
    readonly kind: keyof Mail
    readonly values?: Readonly<Record<string, string>>
    readonly at: Instant
  },
): Promise<void> {
  const { customer, kind, at } = notice
  const { id: customerId, language } = customer
  for (const to of waysOf(customer)) {
    const values = { ...notice.values, link: await freezeLink(deps, tx, customerId, at) }
    await deps.sender.send(tx, { to, kind, language, values, customerId, at })
  }
}
