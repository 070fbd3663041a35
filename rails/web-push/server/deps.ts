import type { Audit } from '@bolsillo/audit/server'
import type { DeviceNotice } from '@bolsillo/identity/server'
import { createSealer, type Sealer, type Services, type Tx } from '@bolsillo/server-kit'
import { createVapid, type Vapid } from './vapid.ts'

/** What this rail is given by the composition root. */
export interface WebPushGiven {
  readonly services: Services
  readonly audit: Pick<Audit, 'record'>
  /** Hosts of push services that are gone to; none switches the rail off. See `readEndpoint`. */
  readonly hosts: readonly string[]
  /** Whom a push service writes to: `mailto:` or `https:`. */
  readonly contact: string
}

/** That, with the keys made of it. */
export interface WebPushDeps extends WebPushGiven {
  readonly sealer: Sealer
  readonly vapid: Vapid
}

/** What the room is made of. */
export interface RoomDeps extends WebPushDeps {
  /** The outbox: stores a notice. @returns whether it was new. */
  readonly toDevice: (tx: Tx, notice: DeviceNotice) => Promise<boolean>
}

/** The key of subscriptions is not in the database, and neither is the one this server signs with. */
export function depsOf(given: WebPushGiven): WebPushDeps {
  const { services, contact } = given
  return {
    ...given,
    sealer: createSealer(services.secret('push-subscriptions'), services.rng),
    vapid: createVapid(services.secret('web-push-vapid'), contact),
  }
}
