import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WireContractPosition } from '../../contract/index.ts'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from '../testing/contracts-stand.ts'

// Two accounts of one person trade with each other where nobody else would, so that one gains what the other does not have.
// Whatever they try, neither the fund nor the market bears a unit of it.

const [loser, winner] = [1, 3]
const rounds = [1, 2, 3]

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  for (const customer of [loser, winner]) await stand.as(customer, '/suitability/answer', rightAnswers)
  await stand.fund(winner, 500_000)
  await stand.price(btc, 100_000)
  await stand.price(eth, 3000)
})
afterEach(() => stand.close())

const add = async (customer: number, body: object): Promise<string> => {
  const order = { symbol: btc, type: 'limit', leverage: '20', quantity: '0.4', tradePassword: rightPassword }
  const { json } = await stand.as(customer, '/order/add', { ...order, ...body })
  return json.code === 0 ? 'done' : String(json.code)
}
const rows = (customer: number) => stand.positions(customer)
const ownPosition = async (customer: number): Promise<string> => (await rows(customer))[0]?.positionId ?? ''
/** What others bore of customers' losses: the fund, and the market beyond it. */
const borne = async (): Promise<bigint> => {
  const [row] = await stand.app.database.owner<{ borne: bigint }[]>`
    select coalesce(sum(fund_paid + market_bore), 0)::bigint as borne from contract_booking`
  return row?.borne ?? -1n
}
const endReasons = async (customer: number): Promise<readonly (string | null)[]> =>
  (
    await stand.app.database.owner<{ end_reason: string | null }[]>`
      select end_reason from trade_order where customer_id = ${stand.customerId(customer)} order by order_id`
  ).map(({ end_reason }) => end_reason)
/** Ends all that rests and all that is open, and lets the engine do what is left to do. */
const clear = async (at = 100_000): Promise<void> => {
  for (const customer of [loser, winner]) {
    const open = (await stand.as(customer, '/order/list', { filter: 'open' })).json.data as
      | { rows?: readonly { orderId: string }[] }
      | undefined
    for (const { orderId } of open?.rows ?? []) await stand.as(customer, '/order/cancel', { orderId })
  }
  stand.offer(btc, 'buy', at, 5)
  stand.offer(btc, 'sell', at, 5)
  for (const customer of [loser, winner]) await stand.as(customer, '/order/liquidate/all')
  await stand.settle()
}
/** The loser opens 0.4 at the mark, at 20×: 2,000 of margin, bankrupt at 95,000. */
const openHonestly = async (marginMode: string): Promise<void> => {
  stand.offer(btc, 'sell', 100_000, 0.4)
  expect(await add(loser, { side: 'buy', limitPrice: '100000', timeInForce: 'ioc', marginMode })).toBe('done')
}

describe.each(['isolated', 'cross'])('two accounts of one person, %s', (marginMode) => {
  it('gain nothing by opening against each other far from the mark', async () => {
    for (const round of rounds) {
      // 5 % of 44,000 and charges; at the mark it has lost 4,000 the moment it is open.
      await stand.fund(loser, round === 1 ? 2300 : 10)
      await add(winner, { side: 'sell', limitPrice: '110000' })
      expect(await add(loser, { side: 'buy', limitPrice: '110000', marginMode })).not.toBe('done')
      await stand.price(btc, 100_000)
      expect(await borne()).toBe(0n)
      expect(await rows(loser)).toEqual([])
      await clear()
    }
    // With the money for it the order is accepted, and its cost is the customer's own.
    await stand.fund(loser, 5000)
    await add(winner, { side: 'sell', limitPrice: '110000' })
    expect(await add(loser, { side: 'buy', limitPrice: '110000', marginMode })).toBe('done')
    await stand.price(btc, 100_000)
    expect(await rows(loser)).toMatchObject([{ margin: '6200.000000' }])
    await stand.price(btc, 97_000)
    await stand.settle()
    expect(await borne()).toBe(0n)
  })

  it('gain nothing by an order left to rest while the mark goes', async () => {
    for (const round of rounds) {
      await stand.fund(loser, round === 1 ? 2100 : 10)
      expect(await add(loser, { side: 'buy', limitPrice: '100000', marginMode })).toBe('done')
      await stand.price(btc, 92_000)
      expect(await add(winner, { side: 'sell', limitPrice: '100000', timeInForce: 'ioc' })).toBe('done')
      await stand.price(btc, 92_000)
      expect(await borne()).toBe(0n)
      expect(await rows(loser)).toEqual([])
      expect((await endReasons(loser)).at(-1)).toBe('margin-short')
      await clear(92_000)
      await stand.price(btc, 100_000)
    }
  })

  it('gain nothing by closing against each other beyond bankruptcy', async () => {
    await stand.fund(loser, 2100)
    for (const _ of rounds) {
      if ((await rows(loser)).length === 0) await openHonestly(marginMode)
      const positionId = await ownPosition(loser)
      await add(winner, { side: 'buy', limitPrice: '91000' })
      const limited = await stand.as(loser, '/order/close', { positionId, limitPrice: '91000' })
      expect(limited.json).toMatchObject({ code: 26055 })
      // At market it goes no further than bankruptcy, however near the last print is to the bid.
      await stand.as(loser, '/order/close', { positionId })
      await stand.as(loser, '/order/liquidate', { positionId })
      await stand.as(loser, '/order/liquidate/all')
      expect(await borne()).toBe(0n)
      expect(await rows(loser)).toMatchObject([{ size: '0.40000000' }])
      await clear()
    }
  })

  it('gain nothing by a stop on the last price that their own print reaches', async () => {
    await stand.fund(loser, 2100)
    await openHonestly(marginMode)
    const positionId = await ownPosition(loser)
    const set = await stand.as(loser, '/order/set/loss', { positionId, price: '96000', on: 'last' })
    expect(set.json).toMatchObject({ code: 0 })
    for (const _ of rounds) {
      await add(winner, { side: 'buy', limitPrice: '91000' })
      // A print of theirs below the stop; the bid that is to take the whole position rests under it.
      await stand.print(btc, 91_500)
      stand.contracts.engine.retry()
      await stand.settle()
      expect(await borne()).toBe(0n)
    }
    expect(await rows(loser)).toMatchObject([{ size: '0.40000000', triggers: [{ reachedPrice: '91500.00' }] }])
  })
})

it('a close that rests is not met beyond bankruptcy after its margin was taken out', async () => {
  await stand.fund(loser, 4200)
  await openHonestly('isolated')
  const positionId = await ownPosition(loser)
  const change = (amount: string, direction: string) =>
    stand.as(loser, '/order/add/mgn', { positionId, amount, direction })
  expect((await change('1900', 'add')).json).toMatchObject({ code: 0 })
  const close = await stand.as(loser, '/order/close', { positionId, limitPrice: '92000' })
  expect(close.json).toMatchObject({ code: 0, data: { order: { state: 'open' } } })
  expect((await change('1890', 'remove')).json).toMatchObject({ code: 0 })
  expect(await add(winner, { side: 'buy', limitPrice: '92000', timeInForce: 'ioc' })).toBe('done')
  expect(await borne()).toBe(0n)
  expect((await endReasons(loser)).at(-1)).toBe('margin-short')
  expect(await rows(loser)).toMatchObject([{ size: '0.40000000' }])
})

describe('a cross account whose one position gains what the other loses', () => {
  // 8,000 behind 0.4 of the one and 14 of the other; then +16 % and -20 %: it gains 6,400 and has lost 8,400.
  const openHedged = async (money: number): Promise<void> => {
    await stand.fund(loser, money)
    stand.offer(btc, 'sell', 100_000, 0.4)
    stand.offer(eth, 'sell', 3000, 14)
    const taken = { side: 'buy', timeInForce: 'ioc', marginMode: 'cross' }
    expect(await add(loser, { ...taken, limitPrice: '100000' })).toBe('done')
    expect(await add(loser, { ...taken, symbol: eth, limitPrice: '3000', quantity: '14' })).toBe('done')
    await stand.price(btc, 108_000)
    await stand.price(btc, 116_000)
    await stand.price(eth, 2700)
    await stand.price(eth, 2400)
  }
  const positionIn = async (symbol: string): Promise<WireContractPosition | undefined> =>
    (await rows(loser)).find((one) => one.symbol === symbol)

  it('closes the losing one only as far as its money reaches, and all of it once the gain is booked', async () => {
    await openHedged(8000)
    const losing = (await positionIn(eth))?.positionId ?? ''
    stand.offer(eth, 'buy', 2395, 50)
    stand.offer(btc, 'buy', 115_900, 5)
    await stand.settle()
    const close = { positionId: losing }
    // The list says how far it goes alone, to the tick, and what is to be closed before it.
    const { closeWorst = '', closeFirst } = (await positionIn(eth)) ?? {}
    expect(closeFirst).toBe(btc)
    const beyond = (Number(closeWorst) - 0.01).toFixed(2)
    expect((await stand.as(loser, '/order/close', { ...close, limitPrice: beyond })).json).toMatchObject({
      code: 26055,
    })
    const rests = (await stand.as(loser, '/order/close', { ...close, limitPrice: closeWorst })).json
    expect(rests).toMatchObject({ code: 0, data: { order: { state: 'open' } } })
    await stand.as(loser, '/order/cancel', { orderId: (rests.data as { order: { orderId: string } }).order.orderId })
    // 14 × 605 = 8,470 of loss, and less than 8,000 of money.
    expect((await stand.as(loser, '/order/close', { ...close, limitPrice: '2395' })).json).toMatchObject({
      code: 26055,
    })
    await stand.as(loser, '/order/close', close)
    await stand.as(loser, '/order/liquidate', close)
    await stand.as(loser, '/order/set/loss', { ...close, price: '2399', on: 'last' })
    await stand.print(eth, 2396)
    stand.contracts.engine.retry()
    await stand.settle()
    expect(await borne()).toBe(0n)
    expect(await positionIn(eth)).toMatchObject({ size: '14.00000000' })
    const gaining = (await positionIn(btc))?.positionId ?? ''
    expect((await stand.as(loser, '/order/liquidate', { positionId: gaining })).json).toMatchObject({ code: 0 })
    stand.contracts.engine.retry()
    await stand.settle()
    expect(await borne()).toBe(0n)
    expect(await rows(loser)).toEqual([])
  })
})
