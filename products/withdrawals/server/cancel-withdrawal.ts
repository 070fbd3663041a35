import { postFitting } from '@bolsillo/cases/server'
import { type Id, type Instant, present, reject } from '@bolsillo/kernel'
import { type Tx, useCase } from '@bolsillo/server-kit'
import { cancelWithdrawal, withdrawalsRejections as r } from '../contract/index.ts'
import { afterMove, type RefusalReason, releaseEntry, withdrawalAccount } from '../domain/index.ts'
import { heldAgain } from './changes.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { lockCustomer } from './destinations/destination-store.ts'
import { writeWithdrawals } from './rows.ts'
import { advance } from './withdrawal-case.ts'
import { findWithdrawal, lockWithdrawal, type Withdrawal } from './withdrawal-store.ts'

/** Cancels what nobody accepted yet. Canceling again is answered as canceled. */
export const cancel = useCase(
  cancelWithdrawal,
  async ({ withdrawalId }, { tx, now, customer }, deps: WithdrawalsGiven) => {
    const { customerId } = customer
    const unknown = reject(r.withdrawalUnknown, { field: 'withdrawalId' })
    if ((await findWithdrawal(tx, customerId, withdrawalId)) === undefined) return unknown
    await lockCustomer(tx, customerId)
    const withdrawal = await lockWithdrawal(tx, withdrawalId)
    if (withdrawal === undefined) return unknown
    if (withdrawal.state !== 'cancelled') {
      if (afterMove(withdrawal.state, 'cancel') === undefined) return reject(r.notCancellable)
      await release(deps, tx, withdrawal, { move: 'cancel', actor: customerId, now })
    }
    const [row] = await writeWithdrawals(tx, [present(await findWithdrawal(tx, customerId, withdrawalId), 'it')], now)
    return { withdrawal: present(row, 'the withdrawal just read') }
  },
)

/** Ends a review: the whole amount is the customer's to use again. The withdrawal is locked and under review. */
export async function release(
  deps: WithdrawalsGiven,
  tx: Tx,
  withdrawal: Withdrawal,
  step: { readonly actor: string; readonly now: Instant } & (
    | { readonly move: 'cancel' }
    | { readonly move: 'refuse'; readonly reason: RefusalReason; readonly approvalId?: Id<'apv'> }
  ),
): Promise<void> {
  const { services, ledger } = deps
  const { now: at, actor, ...rest } = step
  const reason = rest.move === 'refuse' ? rest.reason : undefined
  const approvalId = rest.move === 'refuse' ? rest.approvalId : undefined
  const entry = releaseEntry(withdrawal, { id: services.ids.next('ent'), at, actor })
  const details = { reason, approval: approvalId }
  await advance(deps, tx, withdrawal, { ...rest, at, actor, entryId: entry.id }, { details })
  await ledger.lock(tx, [withdrawalAccount(withdrawal)])
  await postFitting(deps, tx, [entry, ...(await heldAgain(deps, tx, withdrawal, at))])
}
