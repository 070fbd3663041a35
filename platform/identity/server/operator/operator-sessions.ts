import { reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { identityRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import type { IdentityDeps } from '../deps.ts'
import { endOtherOperatorSessions, endOwnOperatorSession, findSessionsOfOperator } from './operator-store.ts'

/** One's own live sessions of the console. */
export const operatorListSessions = useCase(operatorCalls.operatorListSessions, async (_request, context) => {
  const { operatorId, sessionId } = context.operator
  const sessions = await findSessionsOfOperator(context.db, operatorId, context.now)
  return { sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })) }
})

/** Ends one of one's own sessions, or all others. */
export const operatorRevokeSession = useCase(
  operatorCalls.operatorRevokeSession,
  async (request, context, deps: IdentityDeps) => {
    const { operatorId: id, sessionId: current } = context.operator
    const { tx, now: at } = context
    const ended =
      request.sessionId === undefined
        ? await endOtherOperatorSessions(tx, { operatorId: id, but: current, at })
        : await endOwnOperatorSession(tx, { operatorId: id, sessionId: request.sessionId, at })
    if (request.sessionId !== undefined && ended === 0) return reject(r.sessionUnknown, { field: 'sessionId' })
    const details = { session: request.sessionId ?? 'others', ended: String(ended) }
    await deps.audit.record(tx, { at, actor: id, action: 'identity.session-revoke', subject: id, details })
    return { ended }
  },
)
