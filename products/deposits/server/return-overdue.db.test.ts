import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, pesos } from './testing/deposits-stand.ts'

// Held money goes back by itself when it waited too long; what cannot go back must not keep the rest from going.

const dayMs = 86_400_000
let stand: DepositsStand
beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

const stageOf = async (externalId: string): Promise<unknown> => {
  const [row] = await stand.app.database.owner`select stage from deposit where external_id = ${externalId}`
  return row?.stage
}

it('passes over a hundred that cannot go back and returns the one behind them', async () => {
  for (let no = 0; no < 100; no += 1) {
    const externalId = `STUCK${String(no).padStart(3, '0')}`
    stand.rails.spei.deliver({ externalId, amount: pesos('1.00'), to: 'NOBODY', account: 'NO ACCOUNT' })
  }
  await stand.engine.readRails()
  stand.rails.spei.deliver({ externalId: 'BEHIND', amount: pesos('70.00'), to: 'NOBODY' })
  await stand.engine.readRails()
  stand.app.services.clock.advanceMs(11 * dayMs)
  await stand.runJob('deposits.return-overdue')
  expect(await stageOf('BEHIND')).toBe('returning')
  expect(await stageOf('STUCK000')).toBe('held')
})

it('waits a day after a way back failed, and longer after each', async () => {
  const fail = async (): Promise<void> => {
    await stand.engine.sendPayouts()
    const payout = stand.rails.spei.paid.at(-1)
    if (payout === undefined) throw new Error('it was sent back')
    stand.rails.spei.end(payout.payoutId, 'failed')
    await stand.engine.readRails()
  }
  await fail()
  expect(await stageOf('BEHIND')).toBe('held')
  const after = async (days: number): Promise<unknown> => {
    stand.app.services.clock.advanceMs(days * dayMs)
    await stand.runJob('deposits.return-overdue')
    return await stageOf('BEHIND')
  }
  expect(await after(0.9)).toBe('held')
  expect(await after(0.2)).toBe('returning')
  await fail()
  expect(await after(1.5)).toBe('held')
  expect(await after(0.6)).toBe('returning')
})
