import { coreRejections } from '@bolsillo/contract'
import { customerAccount } from '@bolsillo/ledger/domain'
import { verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of, refusalOf } from './testing/desk-stand.ts'
import { bookProblems } from './testing/reconcile.ts'
import type { PlaceOrder } from './trading.ts'

type Customer = PlaceOrder['customerId']

let stand: DeskStand | undefined
afterEach(async () => {
  await stand?.close()
  stand = undefined
})

describe('deciding ahead', () => {
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  /** A desk whose first batch waits at its entries until it is let go. */
  const held = async () => {
    const [gate, reached, looked] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    if (gate === undefined || reached === undefined || looked === undefined) throw new Error('three are made')
    let isFirst = false
    const on = await deskStand({
      limits: { aheadMin: 1 },
      change: (world) => ({
        ledger: {
          ...world.ledger,
          post: async (tx, entries, options) => {
            if (isFirst) {
              isFirst = false
              reached.resolve()
              await gate.promise
            }
            return await world.ledger.post(tx, entries, options)
          },
          balances: async (db, accounts) => {
            const found = await world.ledger.balances(db, accounts)
            looked.resolve()
            return found
          },
        },
      }),
    })
    stand = on
    const [ana, beto] = [await on.customer({ pesos: 1_000_000n }), await on.customer({ pesos: 1_000_000n })]
    const buy = (customer: Customer, changes: Partial<PlaceOrder> = {}) =>
      on.trading.place(on.ticket(customer, { quantity: of(100), limitPrice: at(6000), timeInForce: 'gtc', ...changes }))
    isFirst = true
    const first = buy(ana)
    await reached.promise
    const decidedAhead = async () => {
      await looked.promise
      await turns()
    }
    return { on, ana, beto, buy, first, decidedAhead, letGo: gate.resolve }
  }
  /** Until somebody waits for a row that another transaction has. */
  const somebodyWaits = (on: DeskStand) =>
    expect
      .poll(async () => {
        const waiting = await on.database.owner`select 1 from pg_stat_activity where wait_event_type = 'Lock'`
        return waiting.count
      })
      .toBeGreaterThan(0)
  const moved = 'a batch was decided on a balance that moved, and is decided again'
  const wasDecidedAgain = (on: DeskStand) => on.services.log.lines.some(({ message }) => message === moved)
  it('answers nothing before the batch before has committed, and then both', async () => {
    const { on, beto, buy, first, letGo } = await held()
    let answered = 0
    const both = [first, buy(beto)].map((order) => order.finally(() => (answered += 1)))
    await turns()
    expect(answered).toBe(0)
    letGo()
    expect((await Promise.all(both)).map(refusalOf)).toEqual(['done', 'done'])
    expect(wasDecidedAgain(on)).toBe(false)
    expect(await bookProblems(on)).toEqual([])
  })

  it('counts what the batch before has reserved', async () => {
    const { on, ana, buy, first, letGo } = await held()
    const second = buy(ana)
    await turns()
    letGo()
    expect([refusalOf(await first), refusalOf(await second)]).toEqual(['done', 'insufficient-funds'])
    expect(await bookProblems(on)).toEqual([])
  })

  it('decides again when somebody moved the money meanwhile', async () => {
    const { on, beto, buy, first, decidedAhead, letGo } = await held()
    const second = buy(beto)
    await decidedAhead()
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
    // It has the customer's balance and waits for the head, which the first batch keeps until its commit.
    const reserved = reserve(900_000n)
    await somebodyWaits(on)
    letGo()
    await reserved
    expect([refusalOf(await first), refusalOf(await second)]).toEqual(['done', 'insufficient-funds'])
    expect(wasDecidedAgain(on)).toBe(true)
    await reserve(-900_000n)
    expect(await bookProblems(on)).toEqual([])
  })

  it('refuses a key that the batch before is using', async () => {
    const { on, beto, buy, first, letGo } = await held()
    const claim = { scope: `${beto} buy-stock`, key: 'key-00001', bodyHash: 'x' }
    const replyOf = () => ({ status: 200, body: 'once' })
    const small = { claim, replyOf, quantity: of(1) }
    // The first of the two goes into the batch decided ahead; the other comes while that one waits.
    const two = [buy(beto, small), buy(beto, small)]
    await turns()
    letGo()
    await first
    expect((await Promise.all(two)).map(refusalOf).sort()).toEqual(['done', coreRejections.keyInFlight.name])
    expect(await bookProblems(on)).toEqual([])
  })

  it('sends what it worked out while the batch before committed, and the journal is the same', async () => {
    const sent: boolean[] = []
    const on = await deskStand({
      limits: { aheadMin: 1, batchMax: 4 },
      change: (world) => ({
        ledger: {
          ...world.ledger,
          post: async (tx, entries, options) => {
            const outcome = await world.ledger.post(tx, entries, options)
            if (outcome.kind === 'posted' && options?.prepared !== undefined)
              sent.push(outcome.seqs[0] === options.prepared.after.seq + 1n)
            return outcome
          },
        },
      }),
    })
    stand = on
    const [ana, beto] = [
      await on.customer({ pesos: 10_000_000n }),
      await on.customer({ pesos: 10_000_000n, walmex: 500n }),
    ]
    const orders = Array.from({ length: 24 }, (_, number) => {
      const side = number % 2 === 0 ? ('buy' as const) : ('sell' as const)
      const changes = { side, quantity: of(1), limitPrice: at(6000), timeInForce: 'gtc' } as const
      return on.trading.place(on.ticket(number % 2 === 0 ? ana : beto, changes))
    })
    expect((await Promise.all(orders)).map(refusalOf)).toEqual(orders.map(() => 'done'))
    expect(sent.length).toBeGreaterThan(2)
    expect(sent).not.toContain(false)
    expect(await verifyLedger(on.services.sql)).toMatchObject({ ok: true })
    expect(await bookProblems(on)).toEqual([])
  })
})
