import { hash } from 'node:crypto'
import type { Id, Instant } from '@bolsillo/kernel'
import { askTogether, type OperatorSessionPort, type Services, type SessionPort } from '@bolsillo/server-kit'
import { sessionRules } from '../../domain/index.ts'
import { findOperatorSession, noteOperatorSessionUse } from '../operator/operator-store.ts'
import { tokenHash } from '../secrets.ts'
import { createSessionMemory } from './session-memory.ts'
import {
  findSessionChanges,
  findSessionsByToken,
  liveSessions,
  noteSessionUses,
  type TokenSession,
} from './session-store.ts'

// What a token looks like. Anything else is not worth a question to the database.
const tokenShape = /^[A-Za-z0-9_-]{43}$/

/**
 * Answers the mount's question who a token is. Sessions are remembered, but none is believed before the database has been
 * asked, after the request came, what has changed of sessions since: an ended session ends with the next request, whichever
 * process ended it. Requests that come together share one look at the database, and one note of their sessions' use.
 */
export function createSessionPort({ sql, timers }: Services): SessionPort {
  const memory = createSessionMemory()
  const load = askTogether((hashes: readonly string[]) => findSessionsByToken(sql, hashes), timers)
  const catchUp = askTogether(async (times: readonly Instant[]) => {
    const now = times[times.length - 1] ?? 0
    const since = memory.since(now)
    if (since !== undefined) memory.apply(await findSessionChanges(sql, since), now)
    return times
  }, timers)
  const note = askTogether(async (uses: readonly { readonly sessionId: Id<'ses'>; readonly at: Instant }[]) => {
    await noteSessionUses(sql, uses)
    return uses
  }, timers)
  const remembered = async (tokenHash: string, now: Instant): Promise<TokenSession | undefined> => {
    const known = memory.find(tokenHash)
    // Another process may have noted a use this one knows nothing of.
    if (known === undefined || isOver(known, now)) return undefined
    await catchUp(now)
    return memory.find(tokenHash) === known ? known : undefined
  }
  const loaded = async (tokenHash: string, now: Instant): Promise<TokenSession | undefined> => {
    const found = await load(tokenHash)
    if (found !== undefined) memory.keep(tokenHash, found.session, found.seenAt, now)
    return found?.session
  }
  return {
    find: async (token, now) => {
      if (!tokenShape.test(token)) return undefined
      const hashed = hash('sha256', token, 'hex')
      const session = (await remembered(hashed, now)) ?? (await loaded(hashed, now))
      if (session === undefined || isOver(session, now)) return undefined
      const { sessionId, customerId, lastSeenAt, isRestricted } = session
      if (now - lastSeenAt > sessionRules.notedEveryMs) {
        await note({ sessionId, at: now })
        memory.forget(hashed)
      }
      return { customerId, sessionId, status: isRestricted ? 0 : 1 }
    },
    live: (sessions, now) => liveSessions(sql, sessions, now),
  }
}

/** Whether a session has run out, or was not used for too long. */
function isOver({ expiresAt, lastSeenAt }: TokenSession, now: Instant): boolean {
  return expiresAt <= now || lastSeenAt <= now - sessionRules.customer.idleMs
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
