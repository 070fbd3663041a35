import { customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { Placed, PlaceOrder } from '../trading.ts'

let stand: DeskStand
/** Whether a batch with these entries is to fail before its commit. */
let fails: (entries: readonly JournalEntry[]) => boolean = () => false
let failed = 0

type Options = NonNullable<Parameters<typeof deskStand>[0]>

const open = async (options: Options = {}): Promise<void> => {
  stand = await deskStand({
    ...options,
    change: (world) => ({
      ledger: {
        ...world.ledger,
        post: async (tx, entries, given) => {
          if (fails(entries)) {
            failed += 1
            throw new Error('a planted failure')
          }
          return await world.ledger.post(tx, entries, given)
        },
      },
    }),
  })
}
afterEach(async () => {
  fails = () => false
  failed = 0
  await stand.settle()
  expect(await bookProblems(stand)).toEqual([])
  await stand.close()
})

const place: DeskStand['place'] = (customerId, order) => stand.place(customerId, order)
const orderOf = async ({ order: { customerId, orderId } }: Pick<Placed, 'order'>) => {
  const found = await stand.trading.findOrder(stand.services.sql, customerId, orderId)
  if (found === undefined) throw new Error(`no order ${orderId}`)
  return found.order
}
/** Somebody asks or bids; a price only prints when somebody else meets it. */
const quote = async (side: 'buy' | 'sell', price: number, quantity: number): Promise<void> => {
  stand.venue.quote('WALMEX.MX', side, price, quantity)
  await stand.settle()
}
const print = async (price: number): Promise<void> => {
  stand.venue.quote('WALMEX.MX', 'sell', price, 1)
  await quote('buy', price, 1)
}
const tick = async (): Promise<void> => {
  await stand.desk.tick()
  await stand.settle()
}
const held = async (customerId: PlaceOrder['customerId'], asset: string) => {
  const account = customerAccount(customerId, 'stock', asset)
  return (await stand.ledger.balances(stand.services.sql, [account])).get(account)?.held
}
/** Fails the next batch of one kind, for any customer, so that the desk reloads its state. */
const reload = async (): Promise<void> => {
  const somebody = await stand.customer({ pesos: 1_000_000n })
  fails = () => true
  const outcome = stand.trading.place(
    stand.ticket(somebody, { type: 'limit', limitPrice: at(5500), quantity: of(1), timeInForce: 'gtc' }),
  )
  await expect(outcome).rejects.toThrow('the batch failed')
  fails = () => false
  await stand.settle()
  expect(stand.desk.status()).toBe('running')
}

describe('one of a pair', () => {
  it.each(['a restart', 'a batch that failed'] as const)('rests at its own limit after %s', async (what) => {
    await open({ prices: { 'WALMEX.MX': 6000n, 'AAPL.US': 2_000_000n } })
    const ana = await stand.customer({ pesos: 10_000_000n })
    const beto = await stand.customer({ walmex: 100n })
    const limit = { type: 'limit', timeInForce: 'gtc', quantity: of(10) } as const
    const bought = await place(ana, { ...limit, limitPrice: at(5500), oco: { stopPrice: at(6100) } })
    const sold = await place(beto, { ...limit, side: 'sell', limitPrice: at(6500), oco: { stopPrice: at(5600) } })
    expect(bought.order.worstPrice).toBe(6710n)
    if (what === 'a restart') stand = await stand.restart()
    else await reload()
    // Between the limits of the two legs, where neither of them may fill.
    await quote('sell', 6400, 20)
    await quote('buy', 5650, 20)
    expect([(await orderOf(bought)).filledQuantity, (await orderOf(sold)).filledQuantity]).toEqual([0n, 0n])
    await quote('sell', 5500, 30)
    expect((await orderOf(bought)).state).toBe('filled')
    expect((await orderOf(bought)).filledAmount.minor).toBe(55_000n)
  })
})

describe('a stop that was reached', () => {
  const stop = { side: 'sell', type: 'stop', stopPrice: at(5900), quantity: of(50) } as const

  it('goes to market although its batch failed, and although the price has gone back since', async () => {
    await open()
    const beto = await stand.customer({ walmex: 100n })
    const placed = await place(beto, stop)
    await quote('buy', 5850, 500)
    fails = (entries) => entries.some(({ kind }) => kind === 'stock-sell')
    await print(5900)
    expect([failed > 0, (await orderOf(placed)).state]).toEqual([true, 'pending-trigger'])
    fails = () => false
    stand.market.last.set('WALMEX.MX', 6000n)
    await tick()
    expect(await orderOf(placed)).toMatchObject({ state: 'filled', held: 0n })
  })

  it('goes to market after a start when the last price is beyond it', async () => {
    const prices = { 'WALMEX.MX': 6000n, 'AAPL.US': 2_000_000n }
    await open({ prices })
    const beto = await stand.customer({ walmex: 100n })
    const placed = await place(beto, stop)
    // The process dies between the print and its batch.
    prices['WALMEX.MX'] = 5880n
    stand = await stand.restart()
    await stand.settle()
    expect((await orderOf(placed)).state).not.toBe('pending-trigger')
  })

  it('waits for a market that trades', async () => {
    await open()
    const beto = await stand.customer({ walmex: 100n })
    const placed = await place(beto, stop)
    stand.market.setState('closed')
    stand.market.last.set('WALMEX.MX', 5880n)
    await tick()
    expect((await orderOf(placed)).state).toBe('pending-trigger')
    stand.market.setState('continuous')
    await quote('buy', 5850, 500)
    await tick()
    expect((await orderOf(placed)).state).toBe('filled')
  })

  it('ends with a reason when it cannot be carried out, and the desk goes on', async () => {
    await open()
    const beto = await stand.customer({ walmex: 100n })
    const ana = await stand.customer({ pesos: 10_000_000n })
    const placed = await place(beto, stop)
    await quote('buy', 5850, 500)
    const { orderId } = placed.order
    fails = (entries) =>
      entries.some(({ kind, reference }) => kind === 'stock-sell' && reference === `order:${orderId}`)
    for (let round = 0; round < 6; round += 1) {
      await print(5890)
      await tick()
    }
    expect(await orderOf(placed)).toMatchObject({ state: 'cancelled', endReason: 'not-carried-out', held: 0n })
    expect(await held(beto, 'STK:WALMEX.MX')).toBe(0n)
    const before = failed
    for (let round = 0; round < 3; round += 1) {
      await print(5880)
      await tick()
    }
    expect([failed, stand.desk.status()]).toEqual([before, 'running'])
    expect((await place(ana, { type: 'limit', limitPrice: at(5900), quantity: of(1) })).kind).toBe('placed')
  })

  it('is tried for as long as the line or the server is at fault', async () => {
    await open()
    const beto = await stand.customer({ walmex: 100n })
    const placed = await place(beto, stop)
    await quote('buy', 5850, 500)
    fails = (entries) => {
      if (!entries.some(({ kind }) => kind === 'stock-sell')) return false
      throw Object.assign(new Error('no room on the disk'), { code: '53100' })
    }
    await print(5900)
    for (let round = 0; round < 8; round += 1) await tick()
    expect((await orderOf(placed)).state).toBe('pending-trigger')
    fails = () => false
    await tick()
    expect((await orderOf(placed)).state).toBe('filled')
  })
})

describe('the stop of a bracket', () => {
  it.each(['at once', 'after a start'] as const)(
    'triggers when it is armed with the last price beyond it, %s',
    async (when) => {
      const prices = { 'WALMEX.MX': 6000n, 'AAPL.US': 2_000_000n }
      await open({ prices })
      const ana = await stand.customer({ pesos: 10_000_000n })
      await quote('sell', 6000, 50)
      const entry = await place(ana, {
        type: 'limit',
        limitPrice: at(6000),
        quantity: of(50),
        timeInForce: 'gtc',
        bracket: { takeProfit: at(6600), stopLoss: at(5900) },
      })
      expect(entry.order.state).toBe('filled')
      await quote('buy', 5700, 500)
      await print(5800)
      prices['WALMEX.MX'] = 5800n
      stand.services.clock.advanceMs(86_400_001)
      if (when === 'after a start') stand = await stand.restart()
      await tick()
      const { linked } = (await stand.trading.findOrder(stand.services.sql, ana, entry.order.orderId)) ?? {}
      const loss = linked?.find(({ stopPrice }) => stopPrice !== undefined)
      // The buyer who waited is only there before the start: the venue's book is its own.
      expect(loss?.state).toBe(when === 'at once' ? 'filled' : 'cancelled')
      expect(linked?.find(({ limitPrice }) => limitPrice !== undefined)).toMatchObject({ endReason: 'linked-order' })
      expect(await held(ana, 'STK:WALMEX.MX')).toBe(0n)
    },
  )
})
