import { isRejection } from '@bolsillo/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of, refusalOf } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import { OutcomeUnknown } from '../trading.ts'

let stand: DeskStand | undefined
afterEach(async () => {
  await stand?.close()
  stand = undefined
})

describe('an answer', () => {
  it('of one order that cannot be carried out takes no other down with it', async () => {
    let poison = ''
    const on = await deskStand({
      change: (world) => ({
        venues: world.venues.map((venue) => ({
          ...venue,
          submit: (order) => {
            if (order.orderId === poison) throw new Error('planted: the venue chokes on this one')
            return venue.submit(order)
          },
        })),
      }),
    })
    stand = on
    const ana = await on.customer({ pesos: 9_000_000n })
    const tickets = Array.from({ length: 5 }, () => on.ticket(ana, { quantity: of(1), limitPrice: at(5900) }))
    poison = tickets[2]?.orderId ?? ''
    const outcomes = await Promise.allSettled(tickets.map((ticket) => on.trading.place(ticket)))
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? refusalOf(one.value) : one.reason.name))).toEqual([
      'done',
      'done',
      'OutcomeUnknown',
      'done',
      'done',
    ])
    expect(await bookProblems(on)).toEqual([])
  })

  it('is unknown when the connection is lost while committing, and the truth is what PostgreSQL kept', async () => {
    let cut = false
    const on = await deskStand({
      change: (world) => ({
        services: {
          ...world.services,
          sql: new Proxy(world.services.sql, {
            get: (sql, name) => {
              if (name !== 'begin' || !cut) return Reflect.get(sql, name)
              return async (work: Parameters<typeof sql.begin>[1]) => {
                cut = false
                await sql.begin(work)
                throw new Error('planted: the reply to COMMIT was lost')
              }
            },
          }),
        },
      }),
    })
    stand = on
    const ana = await on.customer({ pesos: 9_000_000n })
    const ticket = on.ticket(ana, { quantity: of(10), limitPrice: at(5900), timeInForce: 'gtc' })
    cut = true
    await expect(on.trading.place(ticket)).rejects.toBeInstanceOf(OutcomeUnknown)
    await on.settle()
    const life = await on.trading.findOrder(on.services.sql, ana, ticket.orderId)
    expect(life?.order).toMatchObject({ state: 'open', held: 59_000n + 147n + 23n })
    const beto = await on.customer({ walmex: 100n })
    const sale = await on.trading.place(on.ticket(beto, { side: 'sell', quantity: of(10), limitPrice: at(5900) }))
    expect(isRejection(sale) ? sale.spec.name : sale.order.state).toBe('filled')
    expect(await bookProblems(on)).toEqual([])
  })
})
