import { assert, plusMs, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { identityRejections } from '../../contract/index.ts'
import { forgetDevices, lockCustomer } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { tellEverywhere } from '../message/tell-everywhere.ts'
import { tokenHash } from '../secrets.ts'
import { endSessions } from '../session/session-store.ts'
import { useFreezeLink } from './cool-down-store.ts'
import { startCoolDown } from './cool-downs.ts'

/**
 * The owner stops everything at once: withdrawals wait and every session ends. With a link of a notice it takes no
 * password, because whoever needs it may have just lost it; all a stolen link can do is make money wait.
 */
export const freezeAccount = useCase(
  calls.freezeAccount,
  async (request, { tx, now, customer: session }, deps: IdentityDeps) => {
    const customerId =
      request.token === undefined ? session?.customerId : await useFreezeLink(tx, tokenHash(request.token), now)
    if (customerId === undefined) return reject(identityRejections.freezeLinkUnknown, { field: 'token' })
    const customer = await lockCustomer(tx, customerId)
    assert(customer !== undefined, 'a link and a session belong to a customer')
    await startCoolDown(deps, tx, { customerId, reason: 'frozen-by-owner', now })
    await endSessions(tx, { customerId, at: now, reason: 'frozen' })
    // Whoever was in is a new device from now on, and is announced when they come again.
    await forgetDevices(tx, customerId)
    const details = { by: request.token === undefined ? 'session' : 'link' }
    await deps.audit.record(tx, {
      at: now,
      actor: customerId,
      action: 'identity.freeze',
      subject: customerId,
      details,
    })
    await tellEverywhere(deps, tx, { customer, kind: 'frozen', at: now })
    return { until: plusMs(now, deps.coolDownMs('frozen-by-owner')) }
  },
)
