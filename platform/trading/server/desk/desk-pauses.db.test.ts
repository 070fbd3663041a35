import { afterEach, describe, expect, it, vi } from 'vitest'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'

// Work between two batches: it waits for one batch at the most, and a batch waits for one such work at the most.

let stand: DeskStand
afterEach(async () => {
  await stand.settle()
  expect(await bookProblems(stand)).toEqual([])
  await stand.close()
})

const resting = { quantity: of(1), limitPrice: at(5000), timeInForce: 'gtc' } as const

describe('work between two batches', () => {
  it('has its turn though the line of commands is never empty', async () => {
    stand = await deskStand({ limits: { batchMax: 1 } })
    const on = stand
    const ana = await on.customer({ pesos: 100_000_000n })
    let placed = 0
    let placedBefore: number | undefined
    const keepPlacing = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) {
        await on.trading.place(on.ticket(ana, resting))
        placed += 1
      }
    }
    const placing = Promise.all([keepPlacing(), keepPlacing(), keepPlacing()])
    const between = on.desk.between(async () => {
      placedBefore = placed
    }, [])
    await Promise.all([placing, between])
    expect(placed).toBe(60)
    expect(placedBefore).toBeLessThan(5)
  })

  it('asked for again and again keeps no order waiting', async () => {
    stand = await deskStand()
    const on = stand
    const ana = await on.customer({ pesos: 100_000_000n })
    let ended = 0
    const pauses = Array.from({ length: 20 }, () =>
      on.desk.between(async () => {
        await new Promise((resolve) => setImmediate(resolve))
        ended += 1
      }, []),
    )
    await on.trading.place(on.ticket(ana, resting))
    expect(ended).toBeLessThan(5)
    await Promise.all(pauses)
    expect(ended).toBe(20)
  })

  it('that fails says so to who asked for it, and the desk works on', async () => {
    stand = await deskStand()
    const ana = await stand.customer({ pesos: 100_000_000n })
    const failing = stand.desk.between(async () => {
      throw new Error('planted')
    }, [])
    await expect(failing).rejects.toThrow('planted')
    expect(await stand.trading.place(stand.ticket(ana, resting))).toMatchObject({ order: { customerId: ana } })
  })
})

it('does not pause the desk for a customer who has nothing locked', async () => {
  stand = await deskStand()
  const ana = await stand.customer({ pesos: 100_000_000n })
  const between = vi.spyOn(stand.desk, 'between')
  const record = vi.fn(async () => undefined)
  expect(await stand.trading.passLocks(ana, stand.services.clock.now(), record)).toBe(0)
  expect(between).not.toHaveBeenCalled()
  expect(record).not.toHaveBeenCalled()
})
