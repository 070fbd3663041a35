import { randomToken } from '@bolsillo/factors/server'
import { type Id, type Instant, plusMs } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { insertFreezeLink } from './cool-down-store.ts'
import type { IdentityDeps } from './deps.ts'
import { tokenHash } from './secrets.ts'

const dayMs = 24 * 3_600_000
/** How long a link in a notice freezes. */
const freezeLinkLifeMs = 7 * dayMs

/** A one-tap link for a notice: opens a page with one button, which freezes the account without signing in. */
export async function freezeLink(
  { services, appUrl }: Pick<IdentityDeps, 'services' | 'appUrl'>,
  tx: Tx,
  customerId: Id<'cus'>,
  at: Instant,
): Promise<string> {
  const token = randomToken(services.rng)
  await insertFreezeLink(tx, { customerId, tokenHash: tokenHash(token), at, expiresAt: plusMs(at, freezeLinkLifeMs) })
  return `${appUrl}/pages/account/freeze?token=${token}`
}
