import { currencies } from '@bolsillo/kernel'
import { type Act, failEachStatement } from '@bolsillo/test-kit'
import { afterEach, expect, it } from 'vitest'
import { type ExchangeStand, exchangeStand } from './testing/exchange-stand.ts'

let stand: ExchangeStand
afterEach(async () => {
  await stand.close()
})

const asking = async (path: string, body: Readonly<Record<string, string>>): Promise<unknown> => {
  const answer = await stand.as(1, path, body)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
  return answer.json.data
}
const wish = { source: 'MXN', target: 'USD', exact: 'source', amount: '1000.00' }

const acts: readonly Act[] = [
  { name: 'an offer', prepare: async () => () => asking('/user/exchange/quote', wish) },
  {
    name: 'an exchange',
    prepare: async () => {
      const { offer } = (await asking('/user/exchange/quote', wish)) as { offer: { quoteId: string } }
      return () => asking('/user/exchange', { quoteId: offer.quoteId })
    },
  },
  {
    name: 'a transfer between purses',
    prepare: async () => () => asking('/user/transfer', { from: 'stock', to: 'coin', asset: 'MXN', amount: '10.00' }),
  },
]

it('leaves nothing of an offer, an exchange or a transfer whose statement failed, whichever it was', async () => {
  stand = await exchangeStand()
  stand.price({ dollar: 1_847_005n, real: 185_205n })
  await stand.fund(1, 'stock', currencies.MXN, 10_000_000n)
  const { services, database } = stand.app
  const problems = await failEachStatement({
    sql: services.sql,
    owner: database.owner,
    acts,
    settle: async () => undefined,
    statementsMin: 5,
  })
  expect(problems).toEqual([])
})
