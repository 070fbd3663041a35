import type { Id } from '@bolsillo/kernel'
import { type Act, failEachStatement } from '@bolsillo/test-kit'
import { afterEach, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { PlaceOrder } from '../trading.ts'

let stand: DeskStand
afterEach(async () => {
  await stand.close()
})

const placing = (customerId: Id<'cus'>, order: Partial<PlaceOrder>) => () => stand.place(customerId, order)
const print = async (price: number): Promise<void> => {
  stand.venue.quote('WALMEX.MX', 'sell', price, 1)
  stand.venue.quote('WALMEX.MX', 'buy', price, 1)
  await stand.settle()
}

function actsOf(ana: Id<'cus'>, beto: Id<'cus'>): readonly Act[] {
  const resting = { type: 'limit', timeInForce: 'gtc', limitPrice: at(5500), quantity: of(10) } as const
  return [
    { name: 'an order that rests', prepare: async () => placing(ana, resting) },
    {
      name: 'two customers who meet',
      prepare: async () => {
        await placing(beto, { ...resting, side: 'sell', limitPrice: at(6000) })()
        return placing(ana, { ...resting, limitPrice: at(6000) })
      },
    },
    {
      name: 'a pair',
      prepare: async () =>
        placing(beto, { ...resting, side: 'sell', limitPrice: at(6600), oco: { stopPrice: at(5550) } }),
    },
    {
      name: 'a cancel',
      prepare: async () => {
        const { order } = await placing(ana, resting)()
        const { orderId, customerId } = order
        return () => stand.trading.cancel({ orderId, customerId, receivedAt: stand.services.clock.now() })
      },
    },
    {
      name: 'a stop that is reached',
      prepare: async () => {
        await print(5950)
        await placing(beto, { side: 'sell', type: 'stop', stopPrice: at(5900), quantity: of(5) })()
        stand.venue.quote('WALMEX.MX', 'buy', 5890, 5)
        return () => print(5900)
      },
    },
    {
      name: 'a day that is over',
      prepare: async () => {
        await placing(ana, { ...resting, timeInForce: 'day' })()
        stand.services.clock.advanceMs(86_400_000)
        return () => stand.desk.tick()
      },
    },
  ]
}

it('leaves nothing of an order, a fill, a cancel or a stop whose statement failed, whichever it was', async () => {
  stand = await deskStand()
  const ana = await stand.customer({ pesos: 90_000_000n })
  const beto = await stand.customer({ walmex: 1000n })
  const problems = await failEachStatement({
    sql: stand.services.sql,
    owner: stand.database.owner,
    acts: actsOf(ana, beto),
    settle: stand.settle,
    // A desk whose batch failed takes the shard again.
    except: ['desk_lease'],
    statementsMin: 9,
  })
  expect(problems).toEqual([])
  expect(await bookProblems(stand)).toEqual([])
})
