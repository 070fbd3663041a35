import type { Id } from '@bolsillo/kernel'
import type { Moment, SessionChanges, TokenSession } from './session-store.ts'

/** Sessions a process remembers, and the moment of its last look at what changed of them. */
interface SessionMemory {
  readonly find: (tokenHash: string) => TokenSession | undefined
  /** Keeps a session as it was at a moment, unless changes that moment had not seen were looked at already. */
  readonly keep: (tokenHash: string, session: TokenSession, seenAt: Moment, nowMs: number) => void
  readonly forget: (tokenHash: string) => void
  /** The transaction from which on changes must be asked for; undefined while nothing is remembered. */
  readonly since: (nowMs: number) => bigint | undefined
  /** Forgets the sessions of customers something changed for. */
  readonly apply: (changes: SessionChanges, nowMs: number) => void
}

/** How many sessions are remembered; of more, those kept longest are forgotten. */
const sessionsMax = 50_000
/** Changes are kept for a day. Whoever did not ask for an hour starts anew. */
const silenceMaxMs = 3_600_000

/**
 * Remembers sessions between looks at what changed. The moment of a look is the oldest transaction that was under way in
 * it. The next look asks for the changes of that transaction and all later ones, so a change that commits late is
 * never passed over; one seen twice does no harm. Another start of the database is another time: all is forgotten.
 */
export function createSessionMemory(): SessionMemory {
  const sessions = new Map<string, TokenSession>()
  const byCustomer = new Map<Id<'cus'>, Set<string>>()
  let lastLook: Moment | undefined
  let lookedAtMs = 0

  const clear = (): void => {
    sessions.clear()
    byCustomer.clear()
    lastLook = undefined
  }
  const forget = (tokenHash: string): void => {
    const session = sessions.get(tokenHash)
    if (session === undefined) return
    sessions.delete(tokenHash)
    const own = byCustomer.get(session.customerId)
    own?.delete(tokenHash)
    if (own?.size === 0) byCustomer.delete(session.customerId)
  }
  /** Whether a moment belongs to the same start of the database as the last look, and is not before it. */
  const isCurrent = (moment: Moment): boolean => {
    if (lastLook !== undefined && lastLook.databaseStart !== moment.databaseStart) clear()
    return lastLook === undefined || moment.transaction >= lastLook.transaction
  }

  return {
    find: (tokenHash) => sessions.get(tokenHash),
    keep: (tokenHash, session, seenAt, nowMs) => {
      if (!isCurrent(seenAt)) return
      if (lastLook === undefined) {
        lastLook = seenAt
        lookedAtMs = nowMs
      }
      forget(tokenHash)
      const [oldest] = sessions.size < sessionsMax ? [] : sessions.keys()
      if (oldest !== undefined) forget(oldest)
      sessions.set(tokenHash, session)
      const own = byCustomer.get(session.customerId) ?? new Set()
      byCustomer.set(session.customerId, own.add(tokenHash))
    },
    forget,
    since: (nowMs) => {
      if (Math.abs(nowMs - lookedAtMs) > silenceMaxMs) clear()
      return lastLook?.transaction
    },
    apply: ({ moment, customerIds }, nowMs) => {
      const isLater = isCurrent(moment)
      for (const customerId of customerIds) for (const tokenHash of byCustomer.get(customerId) ?? []) forget(tokenHash)
      if (lastLook === undefined || !isLater) return
      lastLook = moment
      lookedAtMs = nowMs
    },
  }
}
