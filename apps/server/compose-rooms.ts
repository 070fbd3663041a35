import { createAudit } from '@bolsillo/audit/server'
import { createIdentity, type Identity } from '@bolsillo/identity/server'
import { createPracticeInbox } from '@bolsillo/rail-practice-inbox'
import type { NeedsPort, Publisher, Room, Services } from '@bolsillo/server-kit'
import { createSettings } from '@bolsillo/settings/server'
import type { Config } from './config.ts'

/** The rooms of the application, wired to each other, with what the guards ask of them. */
export interface Composition {
  /** In the order of their dependencies: migrated, started and seeded in this order, stopped in the reverse one. */
  readonly rooms: readonly Room[]
  readonly identity: Identity
  readonly needs: NeedsPort
}

/** Chooses the venue and the rails, and wires the rooms. Nothing runs yet. */
export function composeRooms(_config: Config, services: Services, _publisher: Publisher): Composition {
  const { room: auditRoom, audit } = createAudit()
  const { room: settingsRoom } = createSettings({ services, audit, declared: [] })
  const { room: inboxRoom, rail, inbox } = createPracticeInbox()
  const identity = createIdentity({ services, audit, rail, inbox })
  return {
    rooms: [auditRoom, settingsRoom, inboxRoom, identity.room],
    identity,
    needs: { ...identity.needs, vip: async () => false },
  }
}
