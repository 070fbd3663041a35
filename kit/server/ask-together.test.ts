import { describe, expect, it } from 'vitest'
import { askTogether } from './ask-together.ts'

/** Waits until everything has run that was due in the next turn of the event loop or in the gap between queries. */
const turnOver = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 3))

/** Questions that wait until they are let go, and what each asked. */
function stand() {
  const asked: (readonly number[])[] = []
  const gates: PromiseWithResolvers<void>[] = []
  const ask = askTogether<number, number>(async (keys) => {
    asked.push(keys)
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    if (keys.includes(13)) throw new Error('thirteen')
    return keys.map((key) => key * 2)
  })
  const release = async (): Promise<void> => {
    gates.shift()?.resolve()
    await turnOver()
  }
  return { ask, asked, letGo: release }
}

describe('questions put together', () => {
  it('go out in the next turn, and as one while another is under way', async () => {
    const { ask, asked, letGo } = stand()
    const first = ask(1)
    await turnOver()
    expect(asked).toEqual([[1]])
    const others = Promise.all([ask(2), ask(3), ask(2)])
    await letGo()
    expect(asked).toEqual([[1], [2, 3, 2]])
    await letGo()
    expect([await first, ...(await others)]).toEqual([2, 4, 6, 4])
  })

  it('are looked up after they were asked: one that comes while its own key is under way is asked again', async () => {
    const { ask, asked, letGo } = stand()
    const first = ask(7)
    await turnOver()
    const second = ask(7)
    await letGo()
    await letGo()
    expect(asked).toEqual([[7], [7]])
    expect(await Promise.all([first, second])).toEqual([14, 14])
  })

  it('fail together, and the next ones go on', async () => {
    const { ask, letGo } = stand()
    const lone = ask(1)
    await turnOver()
    const failing = [ask(13), ask(2)].map((answer) => answer.catch((error: Error) => error.message))
    await letGo()
    await letGo()
    const next = ask(5)
    await turnOver()
    await letGo()
    expect([await lone, ...(await Promise.all(failing)), await next]).toEqual([2, 'thirteen', 'thirteen', 10])
  })

  it('are at most 256 at once', async () => {
    const { ask, asked, letGo } = stand()
    const all = Promise.all(Array.from({ length: 600 }, (_, at) => ask(at + 100)))
    await turnOver()
    for (let turn = 0; turn < 3; turn += 1) await letGo()
    expect(asked.map(({ length }) => length)).toEqual([256, 256, 88])
    expect((await all)[599]).toBe(1398)
  })

  it('do not wait behind one that takes too long', async () => {
    const wakes: (() => void)[] = []
    const timers = {
      after: (_: number, work: () => void) => {
        wakes.push(work)
        return () => undefined
      },
    }
    const asked: (readonly number[])[] = []
    const never = new Promise<readonly number[]>(() => undefined)
    const ask = askTogether<number, number>(async (keys) => {
      asked.push(keys)
      return keys.includes(1) ? await never : keys
    }, timers)
    void ask(1)
    await turnOver()
    const second = ask(2)
    await turnOver()
    expect(asked).toEqual([[1]])
    wakes[0]?.()
    expect(await second).toBe(2)
    expect(await ask(3)).toBe(3)
    expect(asked).toEqual([[1], [2], [3]])
  })
})
