import { plusMs } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { failedChecks, type WithdrawalReceipt } from '../domain/index.ts'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { acceptByTwo, dataOf } from './testing/withdrawals-stand.ts'

// A payment arrives, is confirmed, and the bank returns it all the same: weeks later, in parts, or in other words.

const maria = mariaWithdraws()
const now = () => maria.stand.app.services.clock.now()
const paid = async (amount = '1000.00') => {
  const id = await maria.asked(amount)
  await acceptByTwo(maria.stand, id)
  await maria.settle()
  const payout = maria.payoutOf(id)
  maria.stand.spei.confirm(payout, now())
  await maria.settle()
  return { id, payout }
}
const available = async () => {
  const { posted, held } = await maria.stand.balance(1, 'MXN')
  return posted - held
}
const postedOn = async (account: string) => (await maria.stand.accountOf(account)).posted
const detailOf = async (id: string) =>
  dataOf<{
    withdrawal: { state: string }
    bankReturns: { amount: string }[]
    history: { what: string }[]
  }>(await maria.stand.as(1, `/user/withdraw/info?withdrawalId=${id}`))
const openDifferences = async () => {
  await maria.stand.engine.reconcile()
  return await maria.stand.app.database.owner`
    select kind, external_id from reconciliation_difference difference
    where kind <> 'late' and not exists (select from reconciliation_closing where difference_id = difference.id)`
}
const parked = () =>
  maria.stand.app.database.owner`select problem from rail_event_state where state not in ('done', 'closed')`

describe('a payment the bank returns after it was confirmed', () => {
  it('is the customer’s again, a fact beside a withdrawal that stays complete, and no difference', async () => {
    const { id, payout } = await paid()
    const [before, custody] = [await available(), await postedOn('rail-test-spei:custody:MXN')]
    maria.stand.spei.giveBack(payout, now(), 'RET-1')
    await maria.settle()
    await maria.settle()
    const net = payout.amount.minor
    expect(await available()).toBe(before + net)
    expect(await postedOn('rail-test-spei:custody:MXN')).toBe(custody - net)
    const shown = await detailOf(id)
    expect(shown.withdrawal.state).toBe('complete')
    expect(shown.bankReturns).toHaveLength(1)
    expect(shown.history.at(-1)).toMatchObject({ what: 'payout-returned', by: 'rail' })
    maria.stand.app.services.clock.advanceMs(3_600_000)
    expect(await openDifferences()).toEqual([])
    expect(await parked()).toEqual([])
    const receipt = dataOf<WithdrawalReceipt>(await maria.stand.as(1, `/user/withdraw/receipt?withdrawalId=${id}`))
    const sha256 = async (text: string): Promise<string> =>
      Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')
    expect(await failedChecks(receipt, sha256)).toEqual([])
  })

  it('may come back in parts, each once, and never more than was paid', async () => {
    const { id, payout } = await paid('500.00')
    const before = await available()
    maria.stand.spei.giveBack(payout, now(), 'RET-A', 100_00n)
    maria.stand.spei.giveBack(payout, now(), 'RET-A', 100_00n)
    maria.stand.spei.giveBack(payout, now(), 'RET-B', 150_00n)
    await maria.settle()
    expect(await available()).toBe(before + 250_00n)
    maria.stand.spei.giveBack(payout, now(), 'RET-C', payout.amount.minor)
    await maria.settle()
    expect(await available()).toBe(before + 250_00n)
    expect(await parked()).toEqual([{ problem: 'a payment cannot come back: amount' }])
    expect((await detailOf(id)).bankReturns).toHaveLength(2)
  })

  it('told before it was told as confirmed waits for that, and does not stop it', async () => {
    const id = await maria.asked('300.00')
    await acceptByTwo(maria.stand, id)
    await maria.settle()
    const payout = maria.payoutOf(id)
    const before = await available()
    maria.stand.spei.giveBack(payout, now(), 'RET-EARLY')
    await maria.settle()
    maria.stand.spei.confirm(payout, now())
    await maria.settle()
    maria.stand.app.services.clock.advanceMs(60_000)
    await maria.settle()
    expect(await available()).toBe(before + payout.amount.minor)
  })

  it('settles a debt to that rail first', async () => {
    const { payout } = await paid('200.00')
    const { ledger, app } = maria.stand
    await app.services.sql.begin(async (tx) => {
      const posting = (account: string, posted: bigint) => ({ account: account as never, posted, held: 0n })
      await ledger.post(tx as never, [
        {
          id: app.services.ids.next('ent'),
          kind: 'rail-debt',
          at: now(),
          actor: 'test',
          reference: 'rail:test-spei',
          details: {},
          postings: [posting('rail-test-spei:owed:MXN', 50_00n), posting('house:claims:MXN', -50_00n)],
        },
      ])
    })
    maria.stand.spei.giveBack(payout, plusMs(now(), 1), 'RET-D')
    await maria.settle()
    expect(await postedOn('rail-test-spei:owed:MXN')).toBe(0n)
  })
})
