import { coreRejections } from '@bolsillo/contract'
import { customerAccount } from '@bolsillo/ledger/domain'
import { verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of, refusalOf } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { PlaceOrder } from '../trading.ts'

type Customer = PlaceOrder['customerId']

let stand: DeskStand | undefined
afterEach(async () => {
  await stand?.close()
  stand = undefined
})

describe('a batch in parts', () => {
  /** A desk that decides one command a part, whose first posting of a batch waits until it is let go. */
  const held = async () => {
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isHeld = false
    const on = await deskStand({
      limits: { partMax: 1 },
      change: (world) => ({
        ledger: {
          ...world.ledger,
          post: async (tx, entries, options) => {
            if (isHeld) {
              isHeld = false
              reached.resolve()
              await gate.promise
            }
            return await world.ledger.post(tx, entries, options)
          },
        },
      }),
    })
    stand = on
    const [ana, beto] = [await on.customer({ pesos: 1_000_000n }), await on.customer({ pesos: 1_000_000n })]
    const buy = (customer: Customer, changes: Partial<PlaceOrder> = {}) =>
      on.trading.place(on.ticket(customer, { quantity: of(100), limitPrice: at(6000), timeInForce: 'gtc', ...changes }))
    isHeld = true
    return { on, ana, beto, buy, reached: reached.promise, letGo: gate.resolve }
  }
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  /** Until somebody waits for a row that another transaction has. */
  const somebodyWaits = (on: DeskStand) =>
    expect
      .poll(async () => {
        const waiting = await on.database.owner`select 1 from pg_stat_activity where wait_event_type = 'Lock'`
        return waiting.count
      })
      .toBeGreaterThan(0)

  it('answers nothing before all of it has committed, and then everybody', async () => {
    const { on, ana, beto, buy, reached, letGo } = await held()
    let answered = 0
    const both = [buy(ana), buy(beto)].map((order) => order.finally(() => (answered += 1)))
    await reached
    await turns()
    expect(answered).toBe(0)
    letGo()
    expect((await Promise.all(both)).map(refusalOf)).toEqual(['done', 'done'])
    expect(await bookProblems(on)).toEqual([])
  })

  it('decides a part on what the one before leaves', async () => {
    const { on, ana, buy, reached, letGo } = await held()
    const both = [buy(ana), buy(ana)]
    await reached
    letGo()
    expect((await Promise.all(both)).map(refusalOf)).toEqual(['done', 'insufficient-funds'])
    expect(await bookProblems(on)).toEqual([])
  })

  it('keeps the head to its end: who moves money meanwhile waits, and the next batch counts it', async () => {
    const { on, beto, ana, buy, reached, letGo } = await held()
    const first = [buy(ana), buy(ana, { quantity: of(1) })]
    await reached
    const holdId = on.services.ids.next('hld')
    const reserve = (held: bigint) =>
      transaction(on.services.sql, (tx) =>
        on.ledger.post(tx, [
          {
            id: on.services.ids.next('ent'),
            kind: 'withdrawal-hold',
            at: on.services.clock.now(),
            actor: beto,
            reference: 'withdrawal:1',
            details: {},
            postings: [{ account: customerAccount(beto, 'stock', 'MXN'), posted: 0n, held, holdId }],
          },
        ]),
      )
    const reserved = reserve(900_000n)
    await somebodyWaits(on)
    const second = buy(beto)
    letGo()
    await reserved
    expect((await Promise.all(first)).map(refusalOf)).toEqual(['done', 'done'])
    expect(refusalOf(await second)).toBe('insufficient-funds')
    await reserve(-900_000n)
    expect(await bookProblems(on)).toEqual([])
  })

  it('refuses a key that a part before is using', async () => {
    const { on, beto, buy, reached, letGo } = await held()
    const claim = { scope: `${beto} buy-stock`, key: 'key-00001', bodyHash: 'x' }
    const replyOf = () => ({ status: 200, body: 'once' })
    const two = [1, 2].map(() => buy(beto, { claim, replyOf, quantity: of(1) }))
    await reached
    letGo()
    expect((await Promise.all(two)).map(refusalOf)).toEqual(['done', coreRejections.keyInFlight.name])
    expect(await bookProblems(on)).toEqual([])
  })

  it('writes an order that several parts touch as it ends, with a life in which each act names the one before', async () => {
    const on = await deskStand({ limits: { partMax: 1 } })
    stand = on
    const [ana, beto] = [await on.customer({ pesos: 10_000_000n }), await on.customer({ walmex: 500n })]
    const orders = [
      on.trading.place(on.ticket(ana, { quantity: of(5), limitPrice: at(6000), timeInForce: 'gtc' })),
      ...Array.from({ length: 3 }, () =>
        on.trading.place(on.ticket(beto, { side: 'sell', quantity: of(2), limitPrice: at(6000), timeInForce: 'gtc' })),
      ),
    ]
    const [bought] = await Promise.all(orders)
    const order = bought !== undefined && 'order' in bought ? bought.order : undefined
    if (order === undefined) throw new Error('it was placed')
    const life = await on.trading.findOrder(on.services.sql, ana, order.orderId)
    expect(life?.order).toMatchObject({ state: 'filled', filledQuantity: 5n })
    expect(life?.events.map(({ kind }) => kind)).toEqual([
      'received',
      'accepted',
      'resting',
      'held',
      'filled',
      'filled',
      'filled',
    ])
    const acts = await on.database.owner`
      select number from journal_act where kind = 'order' and subject = ${`order:${order.orderId}`}`
    expect(acts).toHaveLength(4)
    expect(await verifyLedger(on.services.sql)).toMatchObject({ ok: true })
    expect(await bookProblems(on)).toEqual([])
  })

  it('leaves nothing of the parts before when one fails', async () => {
    let posts = -1
    const on = await deskStand({
      limits: { partMax: 1 },
      change: (world) => ({
        ledger: {
          ...world.ledger,
          post: async (tx, entries, options) => {
            if (posts >= 0) posts += 1
            if (posts === 2) throw new Error('planted: the second part fails')
            return await world.ledger.post(tx, entries, options)
          },
        },
      }),
    })
    stand = on
    const ana = await on.customer({ pesos: 1_300_000n })
    posts = 0
    const both = [1, 2].map(() =>
      on.trading.place(on.ticket(ana, { quantity: of(100), limitPrice: at(6000), timeInForce: 'gtc' })),
    )
    // Each gets another chance by itself: were the first still counted, neither would fit.
    expect((await Promise.all(both)).map(refusalOf)).toEqual(['done', 'done'])
    expect(on.services.log.lines.some(({ message }) => message === 'a batch of the desk failed')).toBe(true)
    expect(await bookProblems(on)).toEqual([])
  })
})
