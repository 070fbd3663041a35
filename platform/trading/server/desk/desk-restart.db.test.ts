import { coreRejections } from '@bolsillo/contract'
import { isRejection } from '@bolsillo/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import { at, type DeskStand, deskStand, of, refusalOf } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import type { PlaceOrder } from '../trading.ts'
import { deskLimits } from './desk.ts'

let stand: DeskStand | undefined

const open = async (options: Parameters<typeof deskStand>[0] = {}): Promise<DeskStand> => {
  stand = await deskStand(options)
  return stand
}
afterEach(async () => {
  await stand?.close()
  stand = undefined
})

describe('a restart', () => {
  it('goes on with every open order in its place', async () => {
    const on = await open()
    const [ana, beto] = [await on.customer({ pesos: 9_000_000n }), await on.customer({ walmex: 500n })]
    const place = async (customerId: PlaceOrder['customerId'], order: Partial<PlaceOrder>) => {
      const outcome = await on.trading.place(on.ticket(customerId, order))
      if (isRejection(outcome)) throw new Error(outcome.spec.name)
      return outcome.order
    }
    const first = await place(ana, { quantity: of(10), limitPrice: at(5990), timeInForce: 'gtc' })
    const second = await place(ana, { quantity: of(10), limitPrice: at(5990), timeInForce: 'gtc' })
    await place(beto, { side: 'sell', quantity: of(50), type: 'stop', stopPrice: at(5800), timeInForce: 'gtc' })
    const next = await on.restart()
    stand = next
    const seller = await next.customer({ walmex: 100n })
    const sale = await next.trading.place(next.ticket(seller, { side: 'sell', quantity: of(15), limitPrice: at(5990) }))
    expect(refusalOf(sale)).toBe('done')
    const after = await Promise.all(
      [first, second].map(({ orderId }) => next.trading.findOrder(next.services.sql, ana, orderId)),
    )
    expect(after.map((life) => life?.order.filledQuantity)).toEqual([10n, 5n])
    expect(await bookProblems(next)).toEqual([])
  })

  it('gives later orders later priority, though those before have ended', async () => {
    const on = await open()
    const ana = await on.customer({ pesos: 9_000_000n })
    const resting = { quantity: of(10), limitPrice: at(5990), timeInForce: 'gtc' } as const
    const before = await on.trading.place(on.ticket(ana, resting))
    if (isRejection(before)) throw new Error(before.spec.name)
    const { orderId, receivedAt } = before.order
    expect(refusalOf(await on.trading.cancel({ orderId, customerId: ana, receivedAt }))).toBe('done')
    const next = await on.restart()
    stand = next
    const after = await next.trading.place(next.ticket(ana, resting))
    if (isRejection(after)) throw new Error(after.spec.name)
    expect(after.order.priority).toBeGreaterThan(before.order.priority)
  })

  it('fences the desk it replaced', async () => {
    const on = await open()
    const ana = await on.customer({ pesos: 9_000_000n })
    const other = await on.rivalDesk()
    const order = { quantity: of(10), limitPrice: at(5990) }
    // More orders than one batch holds: those still queued are rejected too.
    const many = Array.from({ length: 300 }, () => on.trading.place(on.ticket(ana, order)))
    expect(new Set((await Promise.all(many)).map(refusalOf))).toEqual(new Set([coreRejections.overloaded.name]))
    expect(on.desk.status()).toBe('fenced')
    expect(refusalOf(await on.trading.place(on.ticket(ana, { quantity: of(10), limitPrice: at(5990) })))).toBe(
      coreRejections.overloaded.name,
    )
    expect(refusalOf(await other.trading.place(on.ticket(ana, { quantity: of(10), limitPrice: at(5990) })))).toBe(
      'done',
    )
    await other.desk.stop()
    expect(await bookProblems(on)).toEqual([])
  })
})

describe('overload', () => {
  it('sheds new orders beyond its limit, and takes cancels first', async () => {
    const on = await open({ limits: { batchMax: 4, waitingMax: 20 } })
    const ana = await on.customer({ pesos: 90_000_000n })
    const resting = await on.trading.place(on.ticket(ana, { quantity: of(1), limitPrice: at(5500) }))
    if (isRejection(resting)) throw new Error('refused')
    const answered: string[] = []
    const orders = Array.from({ length: 40 }, async () => {
      const outcome = await on.trading.place(on.ticket(ana, { quantity: of(1), limitPrice: at(5500) }))
      answered.push('order')
      return refusalOf(outcome)
    })
    const cancel = on.trading.cancel({
      orderId: resting.order.orderId,
      customerId: ana,
      receivedAt: resting.order.receivedAt,
    })
    await cancel
    expect(answered.length).toBeLessThan(30)
    const outcomes = await Promise.all(orders)
    expect(outcomes.filter((name) => name === 'overloaded')).toHaveLength(20)
    expect(outcomes.filter((name) => name === 'done')).toHaveLength(20)
    expect(deskLimits.waitingMax).toBeGreaterThan(20)
  })
})
