import type { Instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { Mail } from '../messages/mail/es-ES.ts'
import type { Customer } from './customer-store.ts'
import { freezeLink } from './freeze-link.ts'
import { type Parts, waysOf } from './parts.ts'

/**
 * Tells a customer of a change of what protects the account, at every address they have, with a link that freezes it:
 * one of the addresses may be a thief's already, the other is not.
 */
export async function tellEverywhere(
  parts: Parts,
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
    const values = { ...notice.values, link: await freezeLink(parts, tx, customerId, at) }
    await parts.sender.send(tx, { to, kind, language, values, customerId, at })
  }
}
