import { randomToken } from '@bolsillo/factors/server'
import { type Id, type Instant, plusMs } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { Mail } from '../../messages/mail/es-ES.ts'
import type { Customer } from '../account/customer-store.ts'
import { type IdentityDeps, waysOf } from '../deps.ts'
import { insertFreezeLink } from '../freeze/cool-down-store.ts'
import { tokenHash } from '../secrets.ts'

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

const dayMs = 24 * 3_600_000
/** How long a link in a notice freezes. */
const freezeLinkLifeMs = 7 * dayMs

/** A one-tap link for a notice: opens a page with one button, which freezes the account without signing in. */
async function freezeLink(
  { services, appUrl }: Pick<IdentityDeps, 'services' | 'appUrl'>,
  tx: Tx,
  customerId: Id<'cus'>,
  at: Instant,
): Promise<string> {
  const token = randomToken(services.rng)
  await insertFreezeLink(tx, { customerId, tokenHash: tokenHash(token), at, expiresAt: plusMs(at, freezeLinkLifeMs) })
  return `${appUrl}/pages/account/freeze?token=${token}`
}
