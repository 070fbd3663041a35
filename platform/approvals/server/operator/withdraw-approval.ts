import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { OfStaff, WriteContext } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract.ts'
import type { withdrawApproval } from '../../operator-contract.ts'
import { lockApproval } from '../approvals-store.ts'
import type { Declarations } from '../declarations.ts'
import { close } from '../propose.ts'

/** Takes back a proposal of one's own. Of somebody else's it answers as if there were none. */
export function withdrawApprovalUseCase(declared: Declarations) {
  return async (
    { approvalId }: RequestOf<typeof withdrawApproval>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof withdrawApproval> | Rejection> => {
    const { operatorId } = context.operator
    const approval = await lockApproval(context.tx, approvalId)
    if (approval === undefined || approval.maker !== operatorId) {
      return reject(r.approvalUnknown, { field: 'approvalId' })
    }
    if (approval.state === 'expired') return reject(r.approvalExpired)
    if (approval.state !== 'open') return reject(r.approvalClosed)
    if (context.now > approval.expiresAt) return reject(r.approvalExpired)
    await close(declared, context.tx, approval, { outcome: 'void', by: operatorId, now: context.now })
    return { approvalId, state: 'void' }
  }
}
