import { measuredCountMin } from '@bolsillo/kernel'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DepositChannel } from '../contract/index.ts'
import { type DepositsStand, depositsStand, satoshi } from './testing/deposits-stand.ts'

let stand: DepositsStand
beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

const minuteMs = 60_000
/** What a channel says of itself to a customer, read anew. */
const channelOf = async (customer: number, channelId: string): Promise<DepositChannel | undefined> => {
  stand.app.services.clock.advanceMs(minuteMs + 1)
  const { json } = await stand.as(customer, '/user/recharge/status')
  return (json.data as { channels: DepositChannel[] }).channels.find((one) => one.channelId === channelId)
}

it('are measured from when a chain first reported a payment, the same for everybody, and a goal before there was one', async () => {
  const address = await stand.target(1, 'bitcoin-btc')
  expect((await channelOf(1, 'bitcoin-btc'))?.times).toEqual({ count: 0, days: 90 })
  const tell = async (externalId: string, seen: number) => {
    stand.rails.bitcoin.deliver({ externalId, amount: satoshi(150_000n), to: address, seen, needed: 2 })
    await stand.engine.readRails()
  }
  for (const [id, minutes] of [
    ['C1:0', 10],
    ['C2:0', 30],
    ['C3:0', 20],
  ] as const) {
    await tell(id, 0)
    stand.app.services.clock.advanceMs(minutes * minuteMs)
    await tell(id, 2)
  }
  const own = await channelOf(1, 'bitcoin-btc')
  expect(own?.times).toMatchObject({ count: 3, p50Ms: 20 * minuteMs, p95Ms: 30 * minuteMs })
  expect(own?.times.count).toBeLessThan(measuredCountMin)
  expect((await channelOf(3, 'bitcoin-btc'))?.times).toEqual(own?.times)
  // One that is only confirming has not arrived.
  await tell('C4:0', 0)
  expect((await channelOf(1, 'bitcoin-btc'))?.times.count).toBe(3)
})
