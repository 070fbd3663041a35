import { type Id, plusDays, type TradeDate } from '@bolsillo/kernel'
import { type Candle, dayStart, tradeDateOf } from '@bolsillo/market/domain'
import { flatMinute } from '@bolsillo/market/fixtures'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { assetProducts } from '../../domain/index.ts'
import { exchangeProduct } from '../desk/desk-product.ts'
import { insertDemoCustomer } from '../testing/demo-customer-store.ts'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { marketSide } from './read-market-side.ts'

let stand: DeskStand
beforeEach(async () => {
  stand = await deskStand()
})
afterEach(() => stand.close())

const symbol = 'AAPL.US'
const dayMs = 86_400_000
const tradeDay = () => tradeDateOf('XNYS', stand.services.clock.now())

/** Dollars a day closed at, by its date. */
const closes = new Map<TradeDate, bigint>()
const candles = async (id: string): Promise<readonly Candle[]> =>
  id === symbol ? [...closes].map(([date, close]) => flatMinute(dayStart('XNYS', date), close)) : []

async function trade(customerId: Id<'cus'>, side: 'buy' | 'sell', price: number, quantity: number): Promise<void> {
  stand.venue.quote(symbol, side === 'buy' ? 'sell' : 'buy', price, quantity)
  await stand.settle()
  await stand.place(customerId, {
    instrumentId: symbol,
    side,
    type: 'limit',
    timeInForce: 'gtc',
    quantity: of(quantity),
    limitPrice: at(price),
  })
  await stand.settle()
}

const products = [exchangeProduct(assetProducts.stock)]
const published = () =>
  marketSide({ ...stand.world, products }, candles, stand.services.sql, stand.services.clock.now())

/** The same from a list of what was done, day after day, with nothing but sums. */
interface Done {
  readonly day: TradeDate
  readonly units: number
  readonly dollars: number
}
function plainly(done: readonly Done[], days: readonly TradeDate[]): readonly (readonly [string, string])[] {
  let [units, worth] = [0, 0]
  return days.flatMap((day): readonly (readonly [string, string])[] => {
    const own = done.filter((one) => one.day === day)
    const cash = own.reduce((sum, one) => sum + one.dollars, 0)
    const before = units
    units += own.reduce((sum, one) => sum + one.units, 0)
    const after = (units * Number(closes.get(day))) / 10_000
    const result = cash + after - worth
    worth = after
    return before === 0 && own.length === 0 ? [] : [[day, result.toFixed(2)]]
  })
}

it('publishes what the market won or lost by day, as whoever adds it up plainly finds', async () => {
  const { clock, ids } = stand.services
  const [ana, luis] = [await stand.customer({ dollars: 1_000_000n }), await stand.customer({ dollars: 1_000_000n })]
  const demo = ids.next('cus')
  await insertDemoCustomer(stand.database.owner, demo, 1)
  await stand.fund(demo, 'stock', 'USD', 1_000_000n)
  const [first, second, third] = [tradeDay(), plusDays(tradeDay(), 1), plusDays(tradeDay(), 2)]
  closes.clear()
  closes.set(first, 2_050_000n).set(second, 2_200_000n).set(third, 2_100_000n)
  // Whole shares in ten thousandths; the market is paid, and owes shares.
  await trade(ana, 'buy', 2_000_000, 100_000)
  await trade(luis, 'buy', 2_010_000, 20_000)
  clock.advanceMs(dayMs)
  await trade(demo, 'buy', 2_150_000, 30_000)
  await trade(luis, 'sell', 2_190_000, 10_000)
  const without = await published()
  clock.advanceMs(dayMs)
  await trade(ana, 'sell', 2_120_000, 50_000)

  const reply = await published()
  const days = [first, second, third]
  const customers = plainly(
    [
      { day: first, units: -10, dollars: 2000 },
      { day: first, units: -2, dollars: 402 },
      { day: second, units: 1, dollars: -219 },
      { day: third, units: 5, dollars: -1060 },
    ],
    days,
  )
  const ofDemo = plainly([{ day: second, units: -3, dollars: 645 }], days)
  const shown = (which: 'assets' | 'demo') =>
    reply.days.toReversed().flatMap((day) => day[which].map(({ result }) => [day.date, result]))
  expect(shown('assets')).toEqual(customers)
  expect(shown('demo')).toEqual(ofDemo)
  expect(reply.days.map(({ date, isOpen }) => [date, isOpen])).toEqual([
    [third, true],
    [second, false],
    [first, false],
  ])
  // Each day's parts add up to it, and lead from what was held to what is.
  for (const day of reply.days) {
    for (const isDemo of [false, true]) {
      const parts = day.parts.filter((part) => part.demo === isDemo)
      const sum = parts.reduce((total, part) => total + Number(part.result), 0)
      expect(sum.toFixed(2)).toBe(day[isDemo ? 'demo' : 'assets'][0]?.result ?? '0.00')
    }
  }
  expect(reply.days[0]?.parts.find((part) => !part.demo)).toMatchObject({
    sold: expect.stringMatching(/^5\.?0*$/),
    paid: '1060.00',
    closeBefore: expect.stringMatching(/^220/),
    close: expect.stringMatching(/^210/),
  })
  // A day that is over stays what it was.
  expect(without.days.find(({ date }) => date === first)).toEqual(reply.days.find(({ date }) => date === first))
})

it('leaves a customer of the demo out of the figure against customers', async () => {
  const ana = await stand.customer({ dollars: 1_000_000n })
  closes.clear()
  closes.set(tradeDay(), 2_000_000n)
  await trade(ana, 'buy', 2_010_000, 10_000)
  const before = await published()
  const demo = stand.services.ids.next('cus')
  await insertDemoCustomer(stand.database.owner, demo, 2)
  await stand.fund(demo, 'stock', 'USD', 1_000_000n)
  await trade(demo, 'buy', 2_150_000, 10_000)
  const after = await published()
  expect(after.days[0]?.assets).toEqual(before.days[0]?.assets)
  expect(before.days[0]?.demo).toEqual([])
  expect(after.days[0]?.demo).toEqual([{ asset: 'USD', scale: 2, result: '15.00' }])
})

it('says nothing of what it cannot value', async () => {
  const ana = await stand.customer({ dollars: 1_000_000n })
  closes.clear()
  await trade(ana, 'buy', 2_000_000, 10_000)
  expect((await published()).days).toMatchObject([{ assets: [], unpriced: 1 }])
})
