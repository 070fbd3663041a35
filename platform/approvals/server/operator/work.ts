import { useCase } from '@bolsillo/server-kit'
import * as operatorCalls from '../../contract/operator.ts'
import { hasRole } from '../../domain/index.ts'
import { countOwnOpen, countWaiting } from '../approvals-store.ts'
import type { Declarations } from '../declarations.ts'

/** A second person has an hour; half of it is when the rail says it is late. */
const approvalSlaMs = 1_800_000

/** What waits in the queues of one's roles. */
export const listWork = useCase(operatorCalls.listWork, async (_request, context, declared: Declarations) => {
  const { db, now } = context
  const { roles, operatorId } = context.operator
  const decidable = [...declared.kinds.values()].filter(({ checkerRoles }) => hasRole(roles, checkerRoles))
  const approvals = await countWaiting(
    db,
    decidable.map(({ name }) => name),
    now,
    operatorId,
  )
  const own = declared.queues.filter((queue) => hasRole(roles, queue.roles))
  const waiting = await Promise.all(
    own.map(async ({ path, titleKey, slaMs, waiting: count }) => ({
      path,
      titleKey,
      slaMs,
      ...(await count(db, now)),
    })),
  )
  const titleKey = 'approvals.console.title'
  return {
    rows: [
      ...(decidable.length === 0 ? [] : [{ path: '/approvals', titleKey, slaMs: approvalSlaMs, ...approvals }]),
      ...waiting,
    ],
    ownOpen: await countOwnOpen(db, operatorId, now),
    now,
  }
})
