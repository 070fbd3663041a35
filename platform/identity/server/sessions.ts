import type { OperatorSessionPort, Services, SessionPort } from '@bolsillo/server-kit'
import { sessionRules } from '../domain/index.ts'
import { findOperatorSession, noteOperatorSessionUse } from './operator/operator-store.ts'
import { tokenHash } from './secrets.ts'
import { findSessionByToken, liveSessions, noteSessionUse } from './session-store.ts'

// What a token looks like. Anything else is not worth a question to the database.
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** Answers the mount's question who a token is. Nothing is cached: an ended session ends with the next request. */
export function createSessionPort({ sql }: Services): SessionPort {
  return {
    find: async (token, now) => {
      if (!tokenShape.test(token)) return undefined
      const session = await findSessionByToken(sql, tokenHash(token), now)
      if (session === undefined) return undefined
      if (now - session.lastSeenAt > sessionRules.notedEveryMs) await noteSessionUse(sql, session.id, now)
      const status = session.restricted || session.customerStatus === 0 ? 0 : 1
      return { customerId: session.customerId, sessionId: session.id, status }
    },
    live: (sessions, now) => liveSessions(sql, sessions, now),
  }
}

/** The same for the console. */
export function createOperatorSessionPort({ sql }: Services): OperatorSessionPort {
  return {
    find: async (token, now) => {
      if (!tokenShape.test(token)) return undefined
      const session = await findOperatorSession(sql, tokenHash(token), now)
      if (session === undefined) return undefined
      await noteOperatorSessionUse(sql, session.id, now)
      return { operatorId: session.operatorId, sessionId: session.id, roles: session.roles }
    },
  }
}
