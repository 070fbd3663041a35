import { idOf, instant, money, plusMs, present, priceOf, quantityOf } from '@bolsillo/kernel'
import { type Act, accountId, customerAccount, type RecordedEntry } from '@bolsillo/ledger/domain'
import { describe, expect, it } from 'vitest'
import { fixtureOrder, walmex } from '../../fixtures.ts'
import type { FillFacts, Order, OrderEvent } from '../order.ts'
import { actOfOrder } from './order-act.ts'
import { lifeOfAct, readOrderAct } from './read-order-act.ts'
import { applyAct, beginTrading, type OrderRecord, settleFills, type TradingBefore } from './rows-of-acts.ts'

const at = instant(1_770_000_000_000)
const nothing: TradingBefore = { orders: [], positions: [], locks: [] }
const begin = (before: Partial<TradingBefore> = {}, now = at) => beginTrading({ ...nothing, ...before }, now)
const pesos = (minor: bigint) => money(minor, walmex.scale.quote)
const number = (place: number): string => String(place).padStart(26, '0')
const orderId = (place: number) => idOf('ord', `ord_${number(place)}`)
const entryId = (place: number) => idOf('ent', `ent_${number(place)}`)
const opened = (place: number, changes: Partial<Order> = {}): Order =>
  fixtureOrder(walmex, { orderId: orderId(place), ...changes })
const recorded = (
  seq: bigint,
  order: Order,
  steps: readonly OrderEvent[],
  previous?: bigint,
  isNew = previous === undefined,
) => ({
  seq,
  act: { ...actOfOrder(order, steps, { previous, isNew }), number: seq } satisfies Act,
  entry: undefined,
})
const received = (place: number): OrderEvent => ({ orderId: orderId(place), number: 1, kind: 'received', at })
/** A fill of ten at 60.00, in an entry after which so much is owned. */
const filled = (place: number, quantity: bigint, owned: bigint, order: Partial<Order> = {}) => {
  const fill: FillFacts = {
    fillId: idOf('fil', `fil_${number(place)}`),
    liquidity: 'maker',
    fee: pesos(3n),
    vat: pesos(1n),
    source: 'simulated-candles',
    settlesOn: '2026-02-03',
    sellableAt: plusMs(at, 86_400_000),
  }
  const { customerId, product } = opened(place, order)
  const [purse, asset] = product === 'spot' ? (['coin', 'BTC'] as const) : (['stock', 'STK:WALMEX.MX'] as const)
  const moved = order.side === 'sell' ? -quantity : quantity
  const step: OrderEvent = {
    ...{ orderId: orderId(place), number: 2, kind: 'filled', at, price: priceOf(6000n) },
    ...{ quantity: quantityOf(quantity), amount: 6000n * quantity, sequence: place, entryId: entryId(place), fill },
  }
  const own = { account: customerAccount(customerId, purse, asset), posted: moved, held: 0n }
  const entry: RecordedEntry = {
    ...{ seq: BigInt(place), id: entryId(place), kind: 'stock-buy', at, actor: customerId },
    ...{ reference: `order:${orderId(place)}`, details: {} },
    postings: [
      { account: accountId('house', 'fees', 'MXN'), posted: 3n, held: 0n, postedAfter: 9n, heldAfter: 0n },
      { ...own, postedAfter: owned, heldAfter: 0n },
    ],
  }
  return { step, entry }
}
const booked = (entry: RecordedEntry) => ({
  seq: entry.seq,
  entry,
  act: { ...recorded(entry.seq, opened(1), []).act, cause: entry.id },
})
const full: Partial<Order> = {
  ...{ postOnly: true, reduceOnly: true, terms: 'x20-cross', amount: pesos(70_000n), quantity: undefined },
  ...{
    stopPrice: priceOf(1n),
    takeProfit: priceOf(2n),
    stopLoss: priceOf(3n),
    parentId: orderId(8),
    twinId: orderId(9),
  },
  ...{ bidAtReceipt: priceOf(4n), askAtReceipt: priceOf(5n), quoteSequence: 6, expiresAt: plusMs(at, 1) },
  ...{ activeFrom: plusMs(at, 2), state: 'cancelled', filledExact: 10n ** 30n, takerExact: 10n ** 29n },
  ...{ filledQuantity: quantityOf(7n), filledAmount: pesos(8n), fee: pesos(9n), vat: pesos(10n) },
  ...{
    pairFilled: { exact: 11n, takerExact: 12n, fee: 13n, vat: 14n },
    holdId: idOf('hld', `hld_${number(3)}`),
    held: 15n,
  },
  ...{
    firstFillAt: plusMs(at, 3),
    lastFillAt: plusMs(at, 4),
    endedAt: plusMs(at, 5),
    endReason: 'customer',
    priority: 16n,
  },
}

describe('an act of an order', () => {
  it('records every value of it, there or not', () => {
    for (const order of [opened(1), opened(1, full)]) {
      const whole = present(readOrderAct(recorded(5n, order, [received(1)]).act), 'what it records')
      expect(whole.orderWith(present(whole.ticket, 'its ticket'))).toEqual({ pairFilled: undefined, ...order })
    }
  })

  it('is no act of one where a value is not of its kind', () => {
    const { act } = recorded(5n, opened(1), [])
    const { now, order } = act.payload
    if (!Array.isArray(now) || !Array.isArray(order)) throw new Error('lists')
    for (const [place] of now.entries())
      expect(
        readOrderAct({ ...act, payload: { ...act.payload, now: now.with(place, [1n]) } }),
        `now ${place}`,
      ).toBeUndefined()
    for (const [place] of order.entries())
      expect(
        readOrderAct({ ...act, payload: { ...act.payload, order: order.with(place, [1n]) } }),
        `order ${place}`,
      ).toBeUndefined()
    expect(readOrderAct({ ...act, subject: 'order:ord_x' })).toBeUndefined()
  })

  it('records more of a fill than before, and its step is read alike', () => {
    const { step } = filled(2, 10n, 10n)
    const { fill: _, ...short } = step
    const [long, old] = [step, short].map((one) => recorded(5n, opened(2), [received(2), one]).act)
    expect(lifeOfAct(present(long, 'act'))).toEqual(lifeOfAct(present(old, 'act')))
    expect(lifeOfAct(present(old, 'act'))?.steps[1]).toEqual(short)
    expect(readOrderAct(present(long, 'act'))?.fills).toHaveLength(1)
    expect(readOrderAct(present(old, 'act'))?.fills).toEqual([])
  })
})

describe('what acts make of orders', () => {
  it('keeps an order while it is open, and lets go of it once', () => {
    const state = begin()
    const order = opened(1)
    expect(applyAct(state, recorded(5n, order, [received(1)])).orders).toEqual([])
    expect(state.orders.get(order.orderId)?.record).toMatchObject({ stepCount: 1, lastAct: 5n })
    const ended = opened(1, { state: 'cancelled', endedAt: at, endReason: 'customer' })
    const [last] = applyAct(state, recorded(9n, ended, [], 5n)).orders
    expect(last).toEqual({ order: { pairFilled: undefined, ...ended }, stepCount: 1, lastAct: 9n })
    expect(state.orders.size).toBe(0)
  })

  it('takes fills in the order of their entries, whatever the order of the acts that record them', () => {
    const state = begin()
    const [first, second] = [filled(3, 10n, 10n), filled(2, 4n, 6n, { side: 'sell' })]
    // The sale comes second, and its order is recorded first.
    second.entry = { ...second.entry, seq: 4n }
    for (const { entry } of [first, second]) applyAct(state, booked(entry))
    expect(
      applyAct(state, recorded(5n, opened(2, { side: 'sell' }), [received(2), second.step])).problem,
    ).toBeUndefined()
    expect(applyAct(state, recorded(6n, opened(3), [received(3), first.step])).problem).toBeUndefined()
    const fills = settleFills(state)
    expect(fills.map(({ entrySeq, source }) => [entrySeq, source])).toEqual([
      [3n, 'simulated-candles'],
      [4n, 'simulated-candles'],
    ])
    expect([...state.positions.values()]).toMatchObject([{ quantity: 6n, fees: { minor: 6n } }])
    expect([...state.locks.values()]).toMatchObject([{ quantity: 10n }])
    expect(settleFills(state)).toEqual([])
  })

  it('takes an allotment for a purchase at its price, in the order of the entries of its batch', () => {
    const state = begin()
    const [first, sold] = [filled(2, 10n, 10n), filled(4, 4n, 11n, { side: 'sell' })]
    const { actor: customerId } = first.entry
    const moved = (account: ReturnType<typeof accountId>, posted: bigint) => ({
      ...{ account, posted, held: 0n, postedAfter: 0n, heldAfter: 0n },
    })
    const owner = idOf('cus', customerId)
    const sellableAt = at + 5 * 86_400_000
    const allotted: RecordedEntry = {
      ...{
        ...first.entry,
        seq: 3n,
        id: entryId(3),
        kind: 'stock-allotment',
        actor: 'offerings',
        reference: 'application:sub_1',
      },
      details: { instrument: 'WALMEX.MX', quantity: '5', currency: 'MXN', sellableAt: String(sellableAt) },
      postings: [
        moved(customerAccount(owner, 'stock', 'MXN'), -20_000n),
        moved(accountId('venue-simulated', 'custody', 'MXN'), 20_000n),
        moved(accountId('venue-simulated', 'custody', 'STK:WALMEX.MX'), -5n),
        moved(customerAccount(owner, 'stock', 'STK:WALMEX.MX'), 5n),
      ],
    }
    for (const entry of [first.entry, allotted, sold.entry]) applyAct(state, booked(entry))
    expect(state.positions.size).toBe(0)
    applyAct(state, recorded(5n, opened(4, { side: 'sell' }), [received(4), sold.step]))
    applyAct(state, recorded(6n, opened(2), [received(2), first.step]))
    expect(settleFills(state)).toHaveLength(2)
    // Fifteen cost 60,004 and 20,000; the four that were sold take their share of both.
    const cost = 80_004n - (80_004n * 4n) / 15n
    expect([...state.positions.values()]).toMatchObject([{ quantity: 11n, cost: { minor: cost } }])
    expect([...state.locks.values()]).toContainEqual({
      ...{ customerId, instrumentId: 'WALMEX.MX', sellableAt, quantity: 5n },
    })
    // One that nothing follows is taken at the end.
    applyAct(state, booked({ ...allotted, seq: 9n, id: entryId(9) }))
    expect(settleFills(state)).toEqual([])
    expect([...state.positions.values()]).toMatchObject([{ quantity: 16n }])
  })

  it('lets go of fills and entries with the next batch', () => {
    const state = begin()
    const [first, second] = [filled(2, 10n, 10n), filled(3, 10n, 20n)]
    applyAct(state, booked(first.entry))
    applyAct(state, recorded(5n, opened(2), [received(2), first.step]))
    expect(applyAct(state, booked(second.entry)).fills).toHaveLength(1)
    expect([...state.entries.keys()]).toEqual([second.entry.id])
    expect(state.fills).toEqual([])
  })

  it('counts no more of a coin than was owned when it was filled', () => {
    const coin = { product: 'spot', instrumentId: 'BTC-MXN' } as const
    const state = begin()
    const [bought, sold] = [filled(2, 10n, 10n, coin), filled(3, 2n, 1n, { ...coin, side: 'sell' })]
    for (const [{ step, entry }, side, seq] of [
      [bought, 'buy', 20n],
      [sold, 'sell', 21n],
    ] as const) {
      applyAct(state, booked(entry))
      applyAct(state, recorded(seq, opened(Number(entry.seq), { ...coin, side }), [received(Number(entry.seq)), step]))
    }
    settleFills(state)
    // Seven had left otherwise: of the three that were owned, two are sold.
    expect([...state.positions.values()]).toMatchObject([{ quantity: 1n }])
  })

  it('forgets locks that have lapsed', () => {
    const { step, entry } = filled(2, 10n, 10n)
    const lapsed = {
      customerId: opened(2).customerId,
      instrumentId: 'WALMEX.MX',
      sellableAt: at,
      quantity: quantityOf(5n),
    }
    for (const [now, left] of [
      [at, 2],
      [plusMs(at, 86_400_000), 0],
    ] as const) {
      const lasting = { ...lapsed, sellableAt: plusMs(at, 1) }
      const state = begin({ locks: [lapsed, lasting] }, now)
      applyAct(state, booked(entry))
      applyAct(state, recorded(5n, opened(2), [received(2), step]))
      settleFills(state)
      expect(state.locks.size).toBe(left)
    }
  })

  it('continues earlier rows', () => {
    const before: OrderRecord = { order: opened(1), stepCount: 7, lastAct: undefined }
    const state = begin({ orders: [before, { ...before, order: opened(2) }] })
    const order = opened(1, { held: 5n })
    expect(applyAct(state, recorded(5n, order, [], undefined, false))).toEqual({ orders: [], fills: [] })
    expect(state.orders.get(orderId(1))?.record).toEqual({
      order: { pairFilled: undefined, ...order },
      stepCount: 7,
      lastAct: 5n,
    })
    expect([...state.before.keys()]).toEqual([orderId(2)])
    // Ended before acts became complete: its row stays as it is, and nothing of it is kept.
    expect(applyAct(state, recorded(6n, opened(3), [], undefined, false))).toEqual({ orders: [], fills: [] })
    expect(applyAct(state, recorded(7n, opened(3, { state: 'cancelled', endedAt: at }), [], 6n))).toEqual({
      orders: [],
      fills: [],
    })
    expect([...state.orders.keys()]).toEqual([orderId(1)])
  })

  it('names what contradicts the acts before', () => {
    const fill = filled(2, 10n, 10n)
    const problem = (...acts: Parameters<typeof applyAct>[1][]) => {
      const state = begin()
      return acts.map((act) => applyAct(state, act).problem).at(-1)
    }
    const follows = /^act 6 does not continue the acts of ord_\w+$/
    expect(problem(recorded(6n, opened(1), [], 5n))).toMatch(follows)
    expect(problem(recorded(5n, opened(1), []), recorded(6n, opened(1), [], 4n))).toMatch(follows)
    expect(problem(recorded(5n, opened(1), []), recorded(6n, opened(1), [], 5n, true))).toMatch(follows)
    expect(problem(recorded(6n, opened(2), [fill.step]))).toMatch(
      /^act 6 records fil_\w+ with an entry that is not before it$/,
    )
    expect(problem(booked(fill.entry), recorded(6n, opened(2), [fill.step], undefined, false))).toMatch(
      /^act 6 records fills of ord_/,
    )
    const { seq, act, entry } = recorded(6n, opened(1), [])
    expect(problem({ seq, entry, act: { ...act, payload: {} } })).toBe('act 6 does not record an order')
  })
})
