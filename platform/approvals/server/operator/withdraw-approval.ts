import { reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { lockApproval } from '../approvals-store.ts'
import type { Declarations } from '../declarations.ts'
import { close } from '../propose.ts'

/** Takes back a proposal of one's own. Of somebody else's it answers as if there were none. */
export const withdrawApproval = useCase(
  operatorCalls.withdrawApproval,
  async ({ approvalId }, context, declared: Declarations) => {
    const { operatorId } = context.operator
    const approval = await lockApproval(context.tx, approvalId)
    if (approval === undefined || approval.maker !== operatorId) {
      return reject(r.approvalUnknown, { field: 'approvalId' })
    }
    if (approval.state === 'expired') return reject(r.approvalExpired)
    if (approval.state !== 'open') return reject(r.approvalClosed)
    if (context.now > approval.expiresAt) return reject(r.approvalExpired)
    await close(declared, context.tx, approval, { outcome: 'void', by: operatorId, now: context.now })
    return { approvalId, state: 'void' as const }
  },
)
