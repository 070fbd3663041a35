import { isRejection } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from './testing/contracts-stand.ts'

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  for (const customer of [1, 3]) await stand.as(customer, '/suitability/answer', rightAnswers)
  await stand.price(btc, 100_000)
  await stand.price(eth, 3000)
})
afterEach(() => stand.close())

const add = async (customer: number, body: object): Promise<number> => {
  const order = {
    symbol: btc,
    side: 'buy',
    type: 'limit',
    leverage: '10',
    quantity: '0.1',
    tradePassword: rightPassword,
  }
  return (await stand.as(customer, '/order/add', { ...order, ...body })).json.code
}
const rows = (customer: number) => stand.positions(customer)
const account = async (customer: number): Promise<Record<string, string>> =>
  ((await stand.as(customer, '/order/list/active')).json.data as { account: Record<string, string> }).account
const leaving = (customer: number) =>
  stand.contracts.leaving(stand.app.services.sql, {
    ...{ customerId: stand.customerId(customer), purse: 'contract', asset: 'USDT' },
  })
const openOrders = async (customer: number) =>
  await stand.app.database.owner<{ instrument_id: string; terms: string }[]>`
    select instrument_id, terms from trade_order
    where customer_id = ${stand.customerId(customer)} and ended_at is null order by order_id`

describe('leverage', () => {
  it('is that of the whole position, however many orders it is made of', async () => {
    await stand.fund(1, 60_000)
    const leverages = ['20', '10', '10', '10', '10']
    // 50,000 at 20×; beyond it the table asks a tenth, of what rests as of what is open.
    for (const [at, leverage] of leverages.entries()) {
      if (at === 2) stand.offer(btc, 'sell', 100_000, 1)
      if (at > 0) expect(await add(1, { limitPrice: '100000', quantity: '0.48', leverage: '20' })).toBe(26022)
      expect(await add(1, { limitPrice: '100000', quantity: at === 0 ? '0.5' : '0.45', leverage })).toBe(0)
    }
    // The ticket knows what is open and what will be.
    const ticket = (await stand.as(1, '/ticket', { symbol: btc })).json.data as {
      coming: { buy: string; sell: string }
      exact: { own: { size: string } }
    }
    const coming = Number(ticket.coming.buy) + Number(ticket.exact.own.size) / 1e8
    expect([coming, Number(ticket.coming.sell)]).toEqual([2.3, 0])
    const { inOrders, inPositions } = await account(1)
    const margin = Number(inOrders) + Number(inPositions)
    // 230,000: 2,500 + 18,000 and what charges are reserved.
    expect(margin).toBeGreaterThanOrEqual(20_500)
    expect(margin).toBeLessThan(20_700)
  })
})

describe('margin modes', () => {
  it('do not mix in one contract, in positions or in orders that rest', async () => {
    await stand.fund(1, 20_000)
    expect(await add(1, { limitPrice: '99000' })).toBe(0)
    expect(await add(1, { limitPrice: '98000', marginMode: 'cross' })).toBe(26043)
    expect(await add(1, { limitPrice: '98000' })).toBe(0)
    expect(await add(1, { symbol: eth, limitPrice: '2900', marginMode: 'cross' })).toBe(0)
  })

  it('a cross liquidation ends orders of the cross account and leaves those of isolated positions', async () => {
    await stand.fund(1, 12_900)
    stand.offer(btc, 'sell', 100_000, 1)
    expect(await add(1, { limitPrice: '100000', quantity: '1', timeInForce: 'ioc', marginMode: 'cross' })).toBe(0)
    stand.offer(eth, 'sell', 3000, 1)
    expect(await add(1, { symbol: eth, limitPrice: '3000', quantity: '1', timeInForce: 'ioc' })).toBe(0)
    expect(await add(1, { symbol: eth, limitPrice: '2800', quantity: '1' })).toBe(0)
    expect(await add(1, { symbol: btc, limitPrice: '90500', quantity: '0.01', marginMode: 'cross' })).toBe(0)
    await stand.price(btc, 90_000)
    await stand.settle()
    expect((await openOrders(1)).map(({ instrument_id }) => instrument_id)).toEqual([eth])
  })
})

describe('money of a cross account', () => {
  it('leaves only beyond what its positions take, and not at all while they are liquidated', async () => {
    await stand.fund(1, 30_000)
    stand.offer(btc, 'sell', 100_000, 1)
    expect(await add(1, { limitPrice: '100000', quantity: '1', timeInForce: 'ioc', marginMode: 'cross' })).toBe(0)
    stand.offer(eth, 'sell', 3000, 1)
    expect(await add(1, { symbol: eth, limitPrice: '3000', quantity: '1', timeInForce: 'ioc' })).toBe(0)
    // Free are some 19,600; of the loss of 12,000 all but what the margin of 10,000 bears.
    await stand.price(btc, 88_000)
    const allowed = await leaving(1)
    const minor = allowed?.kind === 'at-most' ? allowed.minor : -1n
    const { crossEquity = '', crossInitial = '' } = await account(1)
    const units = (text: string): bigint => BigInt(text.replace('.', ''))
    expect(minor).toBe(units(crossEquity) - units(crossInitial))
    expect(minor).toBeLessThan(units((await account(1)).available ?? ''))
    // What is set aside for an isolated position leaves the account just as well.
    const isolated = (await rows(1)).find(({ symbol }) => symbol === eth)?.positionId
    const give = async (amount: string): Promise<number> =>
      (await stand.as(1, '/order/add/mgn', { positionId: isolated, amount, direction: 'add' })).json.code
    expect(await give(`${minor / 1_000_000n + 1n}`)).toBe(26072)
    await stand.app.database.owner`update contract_position set liquidation_id = 'liq_00000000000000000000000001'
      where mode = 'cross'`
    expect(await leaving(1)).toEqual({ kind: 'liquidation' })
    await stand.app.database.owner`update contract_position set liquidation_id = null where mode = 'cross'`
    expect(isRejection(allowed)).toBe(false)
    await stand.price(btc, 75_000)
    expect(await leaving(1)).not.toMatchObject({ kind: 'at-most', minor: 1n })
  })
})

describe('exits', () => {
  const openWith = async (body: object): Promise<void> => {
    await stand.fund(1, 20_000)
    expect(await add(1, { limitPrice: '100000', ...body })).toBe(0)
  }
  const exitsOf = async (): Promise<readonly string[]> =>
    ((await rows(1))[0]?.triggers ?? []).map(({ kind, price }) => `${kind} ${price}`)

  it('of an order are set once: moved or taken away they do not come back with its next fill', async () => {
    await openWith({ limitPrice: '99000', quantity: '0.3', takeProfitPrice: '120000', stopLossPrice: '90000' })
    stand.offer(btc, 'sell', 99_000, 0.1)
    await stand.settle()
    const positionId = (await rows(1))[0]?.positionId
    expect(await exitsOf()).toEqual(['take-profit 120000.00', 'stop-loss 90000.00'])
    await stand.as(1, '/order/set/profit', { positionId })
    await stand.as(1, '/order/set/loss', { positionId, price: '95000' })
    stand.offer(btc, 'sell', 99_000, 0.1)
    await stand.settle()
    expect(await exitsOf()).toEqual(['stop-loss 95000.00'])
    expect((await rows(1))[0]?.size).toBe('0.20000000')
  })

  it('on the last price fire on the print that reached them, wherever the price is when it is looked at', async () => {
    stand.offer(btc, 'sell', 100_000, 0.1)
    await openWith({ stopLossPrice: '98000', stopLossOn: 'last' })
    stand.offer(btc, 'buy', 99_000, 0.1)
    // Reached and gone again before anything is done about it.
    const [reached, back] = [stand.print(btc, 97_900), stand.print(btc, 100_500)]
    await Promise.all([reached, back])
    await stand.settle()
    expect(await rows(1)).toEqual([])
  })

  it('that the book cannot take stay reached, and close when it can, also by another process', async () => {
    stand.offer(btc, 'sell', 100_000, 0.1)
    await openWith({ stopLossPrice: '98000', stopLossOn: 'mark' })
    await stand.price(btc, 97_900)
    expect((await rows(1))[0]?.triggers).toMatchObject([{ kind: 'stop-loss', reachedPrice: '97900.00' }])
    stand = await stand.restart()
    await stand.price(btc, 100_000)
    stand.offer(btc, 'buy', 99_900, 0.1)
    await stand.contracts.engine.start()
    await stand.settle()
    expect(await rows(1)).toEqual([])
  })

  it('moved after they were reached do not fire on what reached the old ones', async () => {
    stand.offer(btc, 'sell', 100_000, 0.1)
    await openWith({ stopLossPrice: '98000', stopLossOn: 'mark' })
    await stand.price(btc, 97_900)
    const positionId = (await rows(1))[0]?.positionId
    const moved = await stand.as(1, '/order/set/loss', { positionId, price: '95000', on: 'mark' })
    expect(moved.json).toMatchObject({ code: 0 })
    stand.offer(btc, 'buy', 97_900, 0.1)
    stand.contracts.engine.retry()
    await stand.settle()
    expect(await rows(1)).toMatchObject([{ triggers: [{ price: '95000.00' }] }])
  })
})
