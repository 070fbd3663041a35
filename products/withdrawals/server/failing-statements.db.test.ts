import { type Act, failEachStatement } from '@bolsillo/test-kit'
import { expect, it } from 'vitest'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { dataOf, decide, propose } from './testing/withdrawals-stand.ts'

const maria = mariaWithdraws()
const { asked } = maria

const acts: readonly Act[] = [
  { name: 'a request', prepare: async () => () => asked() },
  {
    name: 'a cancel',
    prepare: async () => {
      const withdrawalId = await asked()
      return () => maria.stand.as(1, '/user/withdraw/cancel', { withdrawalId })
    },
  },
  {
    name: 'an acceptance',
    prepare: async () => {
      const proposed = await propose(maria.stand, await asked())
      const { approvalId } = dataOf<{ approvalId: string }>(proposed)
      return () => decide(maria.stand, approvalId)
    },
  },
]

it('leaves nothing of a request, a cancel or an acceptance whose statement failed, whichever it was', async () => {
  const { services, database } = maria.stand.app
  const problems = await failEachStatement({
    sql: services.sql,
    owner: database.owner,
    acts,
    settle: async () => undefined,
    statementsMin: 9,
  })
  expect(problems).toEqual([])
})
