import { instant } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { btc, type ContractsStand, contractsStand, eth, rightPassword } from '../testing/contracts-stand.ts'
import { payFunding } from './funding.ts'

// Who pays funding for somebody without free money: whatever else is theirs, and others only when nothing is.

const at16 = Date.UTC(2026, 2, 2, 16)
const due = instant(at16 + 1000)
const right = { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' }
const owing = 1

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand({ at: instant(at16 - 120_000) })
  await stand.as(owing, '/suitability/answer', right)
  await stand.price(btc, 100_000)
  await stand.price(eth, 3000)
  await stand.fund(owing, 7000)
})
afterEach(() => stand.close())

const units = (text: string | undefined): bigint => BigInt((text ?? '0').replace('.', ''))
interface Row {
  readonly positionId: string
  readonly symbol: string
  readonly margin: string
}
const listed = async () =>
  (await stand.as(owing, '/order/list/active')).json.data as {
    readonly rows: readonly Row[]
    readonly account: { readonly available: string; readonly inOrders: string }
  }
const rowOf = async (symbol: string): Promise<Row | undefined> =>
  (await listed()).rows.find((one) => one.symbol === symbol)
const add = async (body: object): Promise<number> => {
  const order = { symbol: btc, side: 'buy', type: 'limit', marginMode: 'cross', tradePassword: rightPassword }
  return (await stand.as(owing, '/order/add', { ...order, ...body })).json.code
}
/** What others bore: the fund, and the market beyond it. */
const borne = async (): Promise<bigint> => {
  const [row] = await stand.app.database.owner<{ borne: bigint }[]>`
    select coalesce(sum(fund_paid + market_bore), 0)::bigint as borne from contract_booking`
  return row?.borne ?? -1n
}
const orders = async (): Promise<readonly (string | null)[]> =>
  (
    await stand.app.database.owner<{ end_reason: string | null }[]>`
      select end_reason from trade_order where time_in_force = 'gtc' and not reduce_only order by order_id`
  ).map(({ end_reason }) => end_reason)
const details = async (symbol: string): Promise<Readonly<Record<string, string>> | undefined> => {
  const [entry] = await stand.app.database.owner<{ details: Record<string, string> }[]>`
    select details from ledger_entry where kind = 'contract-funding' and details ->> 'instrument' = ${symbol}`
  return entry?.details
}

/** A cross account: 0.5 BTC and 10 ETH, some 7,000 USDT behind both. */
const openBoth = async (): Promise<void> => {
  stand.offer(btc, 'sell', 100_000, 0.5)
  stand.offer(eth, 'sell', 3000, 10)
  expect(await add({ limitPrice: '100000', quantity: '0.5', leverage: '20', timeInForce: 'ioc' })).toBe(0)
  const other = { symbol: eth, limitPrice: '3000', quantity: '10', leverage: '10', timeInForce: 'ioc' }
  expect(await add(other)).toBe(0)
}
/**
 * BTC gains more than ETH loses, and so many of the ETH are closed at the worst price they may be: the loss takes that part of
 * all the money there is, free and margins alike, and what is left is margin of BTC.
 */
const lose = async (quantity: number): Promise<void> => {
  for (const price of [108_000, 116_000]) await stand.price(btc, price)
  for (const price of [2750, 2500]) await stand.price(eth, price)
  const { rows, account } = await listed()
  const money = rows.reduce((sum, { margin }) => sum + units(margin), units(account.available))
  const price = Math.ceil(3000 - Number(money) / 1e6 / 10)
  await stand.price(eth, price)
  stand.offer(eth, 'buy', price, quantity)
  const positionId = (await rowOf(eth))?.positionId
  const close = { positionId, quantity: String(quantity), limitPrice: String(price) }
  expect((await stand.as(owing, '/order/close', close)).json).toMatchObject({ code: 0 })
  expect(units((await rowOf(eth))?.margin) + units((await listed()).account.available)).toBe(0n)
}
/** Pays what is due in a contract that trades above its index, so that longs pay. @returns what was due. */
const pay = async (symbol: string, bid: number, world = stand.contracts.world): Promise<bigint> => {
  const scale = 10n ** BigInt(stand.contracts.world.instrumentOf(symbol)?.scale.priceScale ?? 2)
  stand.show(symbol, { bid: BigInt(bid) * scale, ask: BigInt(bid + 1) * scale })
  stand.contracts.look()
  await stand.contracts.notePremiums()
  stand.app.services.clock.moveTo(due)
  const before = await borne()
  await payFunding(world, due)
  expect(await borne()).toBe(before)
  const [row] = await stand.app.database.owner<{ minor: bigint }[]>`
    select minor from contract_funding_payment where symbol = ${symbol}`
  return -(row?.minor ?? 0n)
}

describe('funding of a cross position without free money and margin', () => {
  it('is paid from the margins of the other cross positions before others pay', async () => {
    await openBoth()
    await lose(9)
    const before = units((await rowOf(btc))?.margin)
    const owed = await pay(eth, 2400)
    expect(owed).toBeGreaterThan(0n)
    expect(await details(eth)).toEqual({ instrument: eth, instant: String(at16), others: (await details(eth))?.others })
    expect(units((await details(eth))?.others)).toBe(owed)
    const ofBtc = units((await details(btc))?.margin)
    expect(units((await rowOf(btc))?.margin)).toBe(before - owed - ofBtc)
  })

  it('is paid from what opening orders had reserved before others pay, the newest first and no more than it takes', async () => {
    await openBoth()
    for (const limitPrice of ['90000', '89000'])
      expect(await add({ limitPrice, quantity: '0.02', leverage: '10' })).toBe(0)
    await lose(9.99)
    const before = units((await listed()).account.inOrders)
    const owed = await pay(btc, 116_300)
    expect(owed).toBeGreaterThan(units((await details(btc))?.margin))
    expect(await orders()).toEqual([null, 'funding-due'])
    const { account } = await listed()
    // What the newer one had is free, and paid what was due.
    expect(units((await details(btc))?.free)).toBe(owed)
    const ofEth = units((await details(eth))?.free)
    expect(before - units(account.inOrders)).toBe(units(account.available) + owed + ofEth)
  })

  it('is paid from an order that came after the others were read', async () => {
    await openBoth()
    expect(await add({ limitPrice: '90000', quantity: '0.02', leverage: '10' })).toBe(0)
    await lose(9.99)
    const { world } = stand.contracts
    let acts = 0
    const act: typeof world.trading.act = async (asked) => {
      acts += 1
      // Of BTC: the first act finds who may lack something, the second ends orders and pays.
      if (acts === 2) {
        await stand.fund(owing, 185)
        expect(await add({ limitPrice: '89000', quantity: '0.02', leverage: '10' })).toBe(0)
      }
      return await world.trading.act(asked)
    }
    expect(await pay(btc, 116_300, { ...world, trading: { ...world.trading, act } })).toBeGreaterThan(0n)
    expect(acts).toBeGreaterThan(3)
    expect(await orders()).toEqual([null, 'funding-due'])
  })
})

it('of an isolated position that has closed asks what orders had reserved, and never the margin of another isolated one', async () => {
  const isolated = { marginMode: 'isolated', leverage: '10' }
  stand.offer(btc, 'sell', 100_000, 0.2)
  stand.offer(eth, 'sell', 3000, 10)
  expect(await add({ ...isolated, limitPrice: '100000', quantity: '0.2', timeInForce: 'ioc' })).toBe(0)
  expect(await add({ ...isolated, symbol: eth, limitPrice: '3000', quantity: '10', timeInForce: 'ioc' })).toBe(0)
  stand.offer(btc, 'buy', 100_000, 0.2)
  stand.show(btc, { bid: 10_050_000n, ask: 10_060_000n })
  stand.contracts.look()
  await stand.contracts.notePremiums()
  stand.app.services.clock.moveTo(instant(at16 + 500))
  const positionId = (await rowOf(btc))?.positionId
  expect((await stand.as(owing, '/order/liquidate', { positionId })).json).toMatchObject({ code: 0 })
  // All but some USDT are reserved for an order, or the margin of ETH.
  const free = Number(units((await listed()).account.available)) / 1e6
  const quantity = ((free - 1) / 292).toFixed(3)
  expect(await add({ ...isolated, symbol: eth, limitPrice: '2900', quantity })).toBe(0)
  const margin = (await rowOf(eth))?.margin
  const owed = await pay(btc, 100_500)
  expect(owed).toBeGreaterThan(0n)
  expect((await rowOf(eth))?.margin).toBe(margin)
  expect(await orders()).toEqual(['funding-due'])
})
