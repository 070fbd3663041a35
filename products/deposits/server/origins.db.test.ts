import { idOf } from '@bolsillo/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, pesos } from './testing/deposits-stand.ts'

// What a customer may send back where it came from: what was credited to them, and nothing a stranger sent.

let stand: DepositsStand
beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

const origins = async (): Promise<Record<string, bigint>> => {
  const found = await stand.payments.originsOf(stand.app.services.sql, stand.customerId(1))
  return Object.fromEntries(found.map(({ from, received }) => [from.account, received.minor]))
}
const mine = '032180000118359719'
const strangers = '012660015490725198'

it('counts what was credited from there, less what was taken back in whole or in part', async () => {
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId: 'O1', amount: pesos('500.00'), to })
  stand.rails.spei.deliver({ externalId: 'O2', amount: pesos('300.00'), to })
  await stand.engine.readRails()
  expect(await origins()).toEqual({ [mine]: 80_000n })
  stand.rails.spei.takeBack('O2', 'O2-part', pesos('100.00'))
  await stand.engine.readRails()
  expect(await origins()).toEqual({ [mine]: 70_000n })
})

it('counts nothing of what a stranger sent: not while it is held, not on its way back, not once it arrived there', async () => {
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({
    externalId: 'S1',
    amount: pesos('50000.00'),
    to,
    name: 'OTRA PERSONA',
    account: strangers,
  })
  await stand.engine.readRails()
  expect(await origins()).toEqual({ [mine]: 70_000n })
  stand.app.services.clock.advanceMs(11 * 86_400_000)
  await stand.runJob('deposits.return-overdue')
  await stand.engine.sendPayouts()
  expect(await origins()).toEqual({ [mine]: 70_000n })
  stand.rails.spei.end(stand.rails.spei.paid.at(-1)?.payoutId ?? idOf('pay', ''), 'confirmed')
  await stand.engine.readRails()
  expect(await origins()).toEqual({ [mine]: 70_000n })
})

it('takes what a stranger’s bank returns of it in as a deposit of its own, held once more', async () => {
  const payout = stand.rails.spei.paid.at(-1)
  if (payout === undefined) throw new Error('it was sent back')
  const unmatched = await stand.balance('house:unmatched:MXN')
  stand.rails.spei.returnPayment(payout.payoutId, 'R-S1', pesos('50000.00'))
  stand.rails.spei.returnPayment(payout.payoutId, 'R-S1', pesos('50000.00'))
  await stand.engine.readRails()
  expect((await stand.balance('house:unmatched:MXN')) - unmatched).toBe(5_000_000n)
  const [row] = await stand.app.database.owner`
    select stage, held_reason, from_account from deposit where external_id = 'R-S1'`
  expect(row).toEqual({ stage: 'held', held_reason: 'other-name', from_account: strangers })
  expect(await origins()).toEqual({ [mine]: 70_000n })
  stand.app.services.clock.advanceMs(3_600_000)
  await stand.engine.reconcile()
  const open = await stand.app.database.owner`
    select kind, external_id from reconciliation_difference difference where kind <> 'late'
      and not exists (select from reconciliation_closing where difference_id = difference.id)`
  expect(open).toEqual([])
})
