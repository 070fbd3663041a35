import type { ReplyOf } from '@bolsillo/contract'
import { replyOf } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../../contract/index.ts'
import { rightPassword, type SpotStand, spotStand } from '../testing/spot-stand.ts'

type Volume = ReplyOf<typeof contract.volume>

const dayMs = 86_400_000

let stand: SpotStand
beforeAll(async () => {
  stand = await spotStand()
  await stand.rest('BTC-USDT', 'sell', 9_200_000, 50_000_000)
  await stand.rest('BTC-MXN', 'sell', 169_924_000, 50_000_000)
  await trade({ symbol: 'BTC-USDT', side: 'buy', quantity: '0.2' })
  await trade({ symbol: 'BTC-MXN', side: 'buy', quantity: '0.05' })
  await stand.rest('BTC-USDT', 'buy', 9_190_000, 50_000_000)
  await trade({ symbol: 'BTC-USDT', side: 'sell', quantity: '0.1' })
})
afterAll(() => stand.close())

const trade = async (order: object) => {
  const sent = { type: 'market', tradePassword: rightPassword, ...order }
  expect((await stand.as(1, '/coin/order/add', sent)).json).toMatchObject({ code: 0 })
  await stand.settle()
}
const read = async (customer = 1, page: Record<string, unknown> = {}): Promise<Volume> =>
  replyOf(contract.volume, await stand.as(customer, '/coin/order/volume', page))
const tier = async () => replyOf(contract.statistics, await stand.as(1, '/coin/order/statistics')).tier
const minor = (amount: string): bigint => BigInt(amount.replace('.', ''))
const amounts = (rows: Volume['rows'], currency: string): bigint =>
  rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + minor(row.amount), 0n)

describe('what the volume of a tier is made of', () => {
  it('is nothing on the day itself, since the window ends at the last 00:00 UTC', async () => {
    expect(await read()).toMatchObject({ volume: '0.000000', currencies: [], rows: [] })
  })

  it('is each fill of the window, whose sums by currency come to the figure of the tier', async () => {
    stand.app.services.clock.advanceMs(dayMs)
    const [own, reply] = [await tier(), await read()]
    expect(reply).toMatchObject({ volume: own.volume, until: own.until, from: own.until - 30 * dayMs })
    expect(reply.rows.map(({ symbol, side }) => `${symbol} ${side}`)).toEqual([
      'BTC-USDT sell',
      'BTC-MXN buy',
      'BTC-USDT buy',
    ])
    for (const { currency, amount } of reply.currencies) {
      expect(amounts(reply.rows, currency), currency).toBe(minor(amount))
    }
    // 18,400 bought and 9,190 sold; 84,962 pesos at a close of 18.470, half to even at the sixth decimal.
    expect(reply.currencies).toEqual([
      { currency: 'MXN', amount: '84962.00', worth: '4600.000000', symbol: 'USDT-MXN', close: '18.470' },
      { currency: 'USDT', amount: '27590.000000', worth: '27590.000000' },
    ])
    expect(reply.volume).toBe('32190.000000')
  })

  it('leaves out what came after its end, and comes in pages with the same sums', async () => {
    stand.print('BTC-USDT', 9_190_000n)
    await stand.rest('BTC-USDT', 'buy', 9_190_000, 1_000_000)
    await trade({ symbol: 'BTC-USDT', side: 'sell', quantity: '0.01' })
    const whole = await read()
    expect(whole.rows).toHaveLength(3)
    const paged: Volume['rows'][number][] = []
    let cursor: string | undefined
    do {
      const page = await read(1, { limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      expect(page.volume).toBe(whole.volume)
      paged.push(...page.rows)
      cursor = page.next
    } while (cursor !== undefined)
    expect(paged).toEqual(whole.rows)
  })

  it('is nobody else’s, and is over when thirty days have passed', async () => {
    expect(await read(3)).toMatchObject({ volume: '0.000000', rows: [] })
    stand.app.services.clock.advanceMs(31 * dayMs)
    expect(await read()).toMatchObject({ volume: '0.000000', currencies: [], rows: [] })
  })
})
