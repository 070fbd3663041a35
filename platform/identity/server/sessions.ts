import { hash } from 'node:crypto'
import type { Id, Instant } from '@bolsillo/kernel'
import { askTogether, type OperatorSessionPort, type Services, type SessionPort } from '@bolsillo/server-kit'
import { sessionRules } from '../domain/index.ts'
import { findOperatorSession, noteOperatorSessionUse } from './operator/operator-store.ts'
import { tokenHash } from './secrets.ts'
import { findSessionsByToken, liveSessions, noteSessionUses } from './session-store.ts'

// What a token looks like. Anything else is not worth a question to the database.
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/**
 * Answers the mount's question who a token is. Nothing is cached: an ended session ends with the next request, whichever
 * process ended it. Requests that come together share one look at the database, and one note of their sessions' use.
 */
export function createSessionPort({ sql, timers }: Services): SessionPort {
  const look = askTogether((hashes: readonly string[]) => findSessionsByToken(sql, hashes), timers)
  const note = askTogether(async (uses: readonly { readonly sessionId: Id<'ses'>; readonly at: Instant }[]) => {
    await noteSessionUses(sql, uses)
    return uses
  }, timers)
  return {
    find: async (token, now) => {
      if (!tokenShape.test(token)) return undefined
      const session = await look(hash('sha256', token, 'hex'))
      if (session === undefined) return undefined
      const { sessionId, customerId, lastSeenAt, expiresAt, isRestricted } = session
      if (expiresAt <= now || lastSeenAt <= now - sessionRules.customer.idleMs) return undefined
      if (now - lastSeenAt > sessionRules.notedEveryMs) await note({ sessionId, at: now })
      return { customerId, sessionId, status: isRestricted ? 0 : 1 }
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
