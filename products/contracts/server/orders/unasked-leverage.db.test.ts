import { isRejection } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { marginPurse } from '../../domain/contract-transfers.ts'
import {
  btc,
  type ContractsStand,
  contractsStand,
  eth,
  rightAnswers,
  rightPassword,
} from '../testing/contracts-stand.ts'

// Nobody has more than 1× before the questions, by whichever way: opening, adding, taking margin out, moving money out.

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand()
  await stand.price(btc, 100_000)
  await stand.price(eth, 4_000)
  book(btc, 100_000)
  book(eth, 4_000)
})
afterEach(() => stand.close())

/** Somebody offers on both sides, a ten-thousandth apart. */
function book(symbol: string, price: number): void {
  stand.offer(symbol, 'sell', price, 500)
  stand.offer(symbol, 'buy', price * 0.9999, 500)
}
/** What a short loses to that spread when it opens. */
const spread = 1.0003

const order = (customer: number, body: object) =>
  stand.as(customer, '/order/add', {
    symbol: btc,
    side: 'buy',
    type: 'market',
    quantity: '0.01',
    leverage: '1',
    tradePassword: rightPassword,
    ...body,
  })
const rowsOf = (customer: number) => stand.positions(customer)
const nameOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  (answer.json.data as { rejection?: string } | undefined)?.rejection
const takeOut = (customer: number, positionId: string, amount: string) =>
  stand.as(customer, '/order/add/mgn', { positionId, amount, direction: 'remove' })

/** Moves money out of the contract purse as the exchange does: lock, ask, post. @returns the refusal's name. */
async function moveOut(customer: number, whole: number): Promise<string | undefined> {
  const customerId = stand.customerId(customer)
  const purse = marginPurse(customerId)
  const minor = BigInt(Math.round(whole * 1_000_000))
  return transaction(stand.app.services.sql, async (tx) => {
    const target = purse.replace(':contract:', ':coin:') as typeof purse
    await stand.ledger.lock(tx, [purse, target])
    const refusal = await stand.contracts.leavingRefusal(tx, { customerId, purse: 'contract', asset: 'USDT', minor })
    if (isRejection(refusal)) return refusal.spec.name
    const { ids, clock } = stand.app.services
    const posted = await stand.ledger.post(tx, [
      {
        id: ids.next('ent'),
        kind: 'purse-transfer',
        at: clock.now(),
        actor: customerId,
        reference: 'test:move',
        details: {},
        postings: [
          { account: purse, posted: -minor, held: 0n },
          { account: target, posted: minor, held: 0n },
        ],
      },
    ])
    return posted.kind === 'posted' ? undefined : 'short'
  })
}

/** |size| × mark over margin (cross: and free money) and what is unrealized, of every account that answers for itself; in floats. */
async function leverages(customer: number): Promise<ReadonlyMap<string, number>> {
  const [rows, balance] = [await rowsOf(customer), await stand.balance(customer)]
  const sums = new Map<string, { notional: number; equity: number }>()
  for (const row of rows) {
    const key = row.mode === 'cross' ? 'cross' : row.positionId
    const free = row.mode === 'cross' ? Number(balance.posted - balance.held) / 1e6 : 0
    const sum = sums.get(key) ?? { notional: 0, equity: free }
    const size = Number(row.size) * (row.side === 'long' ? 1 : -1)
    sum.notional += Math.abs(size) * Number(row.mark)
    sum.equity += Number(row.margin) + size * (Number(row.mark) - Number(row.entryPrice))
    sums.set(key, sum)
  }
  return new Map([...sums].map(([key, { notional, equity }]) => [key, notional / equity]))
}

describe('somebody who has not passed the questions', () => {
  it('opens at 1× long and short, in both modes', async () => {
    for (const [customer, side] of [[1, 'buy'] as const, [3, 'sell'] as const]) {
      await stand.fund(customer, 10_000)
      for (const marginMode of ['isolated', 'cross']) {
        const symbol = marginMode === 'isolated' ? btc : eth
        const quantity = symbol === btc ? '0.01' : '0.5'
        expect((await order(customer, { symbol, side, quantity, marginMode })).json).toMatchObject({ code: 0 })
      }
      for (const [, leverage] of await leverages(customer)) expect(leverage).toBeLessThanOrEqual(spread)
    }
  })

  it('takes no margin out of what it then could not carry alone', async () => {
    await stand.fund(1, 10_000)
    await order(1, { quantity: '0.05' })
    const [row] = await rowsOf(1)
    const before = await stand.balance(1)
    for (const amount of ['4700', '1', '0.000001']) {
      const answer = await takeOut(1, row?.positionId ?? '', amount)
      expect([answer.status, answer.json.data]).toMatchObject([
        403,
        { rejection: 'suitability-missing', field: 'amount' },
      ])
    }
    expect(await stand.balance(1)).toEqual(before)
    await stand.as(1, '/suitability/answer', rightAnswers)
    expect((await takeOut(1, row?.positionId ?? '', '4000')).status).toBe(200)
    expect((await order(1, { quantity: '0.01' })).status).toBe(200)
  })

  it('adds nothing to a position that is above 1×, and takes out what a gain left', async () => {
    await stand.fund(1, 10_000)
    await order(1, { side: 'sell', quantity: '0.02' })
    await stand.price(btc, 110_000)
    expect(nameOf(await order(1, { side: 'sell', quantity: '0.01' }))).toBe('suitability-missing')
    await stand.price(btc, 90_000)
    const [row] = await rowsOf(1)
    expect((await takeOut(1, row?.positionId ?? '', '390')).status).toBe(200)
    expect(nameOf(await takeOut(1, row?.positionId ?? '', '11'))).toBe('suitability-missing')
  })

  it('moves nothing out that cross positions need, and everything once they are closed', async () => {
    await stand.fund(1, 10_000)
    await order(1, { side: 'sell', quantity: '0.05', marginMode: 'cross' })
    await stand.price(btc, 120_000)
    // 6,000 of notional, 4,000 of margin left: 2,000 of what is free must stay.
    expect(await moveOut(1, 2_900)).toBeUndefined()
    expect(await moveOut(1, 200)).toBe('suitability-missing')
    expect(nameOf(await order(1, { symbol: eth, quantity: '0.2' }))).toBe('suitability-missing')
    stand.offer(btc, 'sell', 120_000, 1)
    const [row] = await rowsOf(1)
    expect((await stand.as(1, '/order/liquidate', { positionId: row?.positionId })).status).toBe(200)
    const left = await stand.balance(1)
    expect(await moveOut(1, Number(left.posted) / 1e6)).toBeUndefined()
  })

  it.each([11, 12, 13])('is never above 1× after anything that was accepted (seed %i)', async (seed) => {
    let state = seed
    const pick = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    await stand.fund(1, 20_000)
    let accepted = 0
    for (let step = 0; step < 40; step += 1) {
      const rows = await rowsOf(1)
      const row = rows[pick(Math.max(1, rows.length))]
      const way = pick(5)
      const before = await leverages(1)
      let isAccepted = false
      if (way === 0) {
        const price = 100_000 + (pick(41) - 20) * 1_000
        await stand.price(btc, price)
        book(btc, price)
      } else if (way === 1) isAccepted = (await moveOut(1, 1 + pick(3_000))) === undefined
      else if (way === 2 && row !== undefined)
        isAccepted = (await takeOut(1, row.positionId, String(1 + pick(2_000)))).status === 200
      else if (way === 3 && row !== undefined)
        isAccepted =
          (await stand.as(1, '/order/add/mgn', { positionId: row.positionId, amount: String(1 + pick(2_000)) }))
            .status === 200
      else {
        const [symbol, quantity] = pick(2) === 0 ? [btc, `0.0${1 + pick(5)}`] : [eth, `0.${1 + pick(9)}`]
        const [side, marginMode] = [pick(2) === 0 ? 'buy' : 'sell', pick(2) === 0 ? 'isolated' : 'cross']
        isAccepted = (await order(1, { symbol, side, marginMode, quantity })).status === 200
      }
      if (!isAccepted) continue
      accepted += 1
      // An account that was above it, because prices moved, may stay: nothing raises it.
      for (const [key, leverage] of await leverages(1))
        expect(leverage, `step ${step}, way ${way}`).toBeLessThanOrEqual(Math.max(spread, before.get(key) ?? 0))
    }
    expect(accepted).toBeGreaterThan(5)
  })
})
