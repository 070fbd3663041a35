import { expect, it } from 'vitest'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { holdByHand, makeStaffOf, refuseByHand } from './testing/own-cases-store.ts'
import { carlos, dataOf, decide, propose, refusalOf, teresa, tomas } from './testing/withdrawals-stand.ts'

// Nobody of the staff decides about a withdrawal of their own (decision 88).

const maria = mariaWithdraws()

it('is neither refused, held nor decided by whoever it is of, and goes its way by others', async () => {
  const { stand } = maria
  const { owner, sql } = stand.app.database
  const withdrawalId = await maria.asked()
  await makeStaffOf(owner, teresa.operatorId, stand.customerId(1))
  expect(refusalOf(await propose(stand, withdrawalId, teresa))).toBe('approval-own-account')
  const refuse = { withdrawalId, reason: 'asked-twice' }
  expect(refusalOf(await stand.asStaff(teresa, '/withdrawals/refuse', refuse))).toBe('approval-own-account')
  await expect(refuseByHand(sql, withdrawalId, teresa.operatorId)).rejects.toThrow(/of their own/)
  await expect(holdByHand(sql, withdrawalId, teresa.operatorId)).rejects.toThrow(/of their own/)
  const proposed = dataOf<{ approvalId: string }>(await propose(stand, withdrawalId, tomas))
  expect(refusalOf(await decide(stand, proposed.approvalId, teresa))).toBe('approval-own-account')
  expect(dataOf(await decide(stand, proposed.approvalId, carlos))).toMatchObject({ state: 'approved' })
})
