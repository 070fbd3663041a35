import { type Act, failEachStatement } from '@bolsillo/test-kit'
import { afterEach, expect, it } from 'vitest'
import { btc, type ContractsStand, contractsStand, rightAnswers, rightPassword } from './testing/contracts-stand.ts'

let stand: ContractsStand
afterEach(async () => {
  await stand.close()
})

const asking = async (path: string, body: Readonly<Record<string, string>>): Promise<unknown> => {
  const answer = await stand.as(1, path, body)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
  return answer.json.data
}
const order = { symbol: btc, side: 'buy', leverage: '2', tradePassword: rightPassword }
const rest = { ...order, type: 'limit', timeInForce: 'gtc', quantity: '0.1', limitPrice: '90000' }
const opened = async (): Promise<unknown> => {
  stand.offer(btc, 'sell', 100_000, 0.1)
  await stand.settle()
  return await asking('/order/add', { ...order, marginMode: 'isolated', type: 'market', quantity: '0.1' })
}

const acts: readonly Act[] = [
  { name: 'an order that rests', prepare: async () => () => asking('/order/add', rest) },
  { name: 'an order that fills', prepare: async () => opened },
  {
    name: 'a cancel',
    prepare: async () => {
      const { order: placed } = (await asking('/order/add', rest)) as { order: { orderId: string } }
      return () => asking('/order/cancel', { orderId: placed.orderId })
    },
  },
]

it('leaves nothing of an order, a fill or a cancel whose statement failed, whichever it was', async () => {
  stand = await contractsStand()
  await stand.price(btc, 100_000)
  await stand.fund(1, 1_000_000)
  await stand.as(1, '/suitability/answer', rightAnswers)
  const { services, database } = stand.app
  const problems = await failEachStatement({
    sql: services.sql,
    owner: database.owner,
    acts,
    settle: stand.settle,
    // A desk whose batch failed takes the shard again.
    except: ['desk_lease'],
    statementsMin: 9,
  })
  expect(problems).toEqual([])
})
