import { createAudit } from '@bolsillo/audit/server'
import type { NeedsPort, OperatorSessionPort, Publisher, Room, Services, SessionPort } from '@bolsillo/server-kit'
import { createSettings } from '@bolsillo/settings/server'
import type { Config } from './config.ts'

/** The rooms of the application, wired to each other, with what the guards ask of them. */
export interface Composition {
  /** In the order of their dependencies: migrated, started and seeded in this order, stopped in the reverse one. */
  readonly rooms: readonly Room[]
  readonly sessions: SessionPort
  readonly operatorSessions: OperatorSessionPort
  readonly needs: NeedsPort
}

/** Chooses the venue and the rails, and wires the rooms. Nothing runs yet. */
export function composeRooms(_config: Config, services: Services, _publisher: Publisher): Composition {
  const { room: auditRoom, audit } = createAudit()
  const { room: settingsRoom } = createSettings({ services, audit, declared: [] })
  const never = async (): Promise<boolean> => false
  return {
    rooms: [auditRoom, settingsRoom],
    sessions: { find: async () => undefined, live: async () => new Set() },
    operatorSessions: { find: async () => undefined },
    needs: { 'identity-verified': never, 'trade-password-set': never, 'withdrawal-password-set': never, vip: never },
  }
}
