import { describe, expect, it } from 'vitest'
import { askTogether } from './ask-together.ts'

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
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  }
  return { ask, asked, letGo: release }
}

describe('questions put together', () => {
  it('go out at once when alone, and as one while another is under way', async () => {
    const { ask, asked, letGo } = stand()
    const answers = Promise.all([ask(1), ask(2), ask(3), ask(2)])
    expect(asked).toEqual([[1]])
    await letGo()
    expect(asked).toEqual([[1], [2, 3, 2]])
    await letGo()
    expect(await answers).toEqual([2, 4, 6, 4])
  })

  it('are looked up after they were asked: one that comes while its own key is under way is asked again', async () => {
    const { ask, asked, letGo } = stand()
    const first = ask(7)
    const second = ask(7)
    await letGo()
    await letGo()
    expect(asked).toEqual([[7], [7]])
    expect(await Promise.all([first, second])).toEqual([14, 14])
  })

  it('fail together, and the next ones go on', async () => {
    const { ask, letGo } = stand()
    const lone = ask(1)
    const failing = [ask(13), ask(2)].map((answer) => answer.catch((error: Error) => error.message))
    await letGo()
    await letGo()
    const next = ask(5)
    await letGo()
    expect([await lone, ...(await Promise.all(failing)), await next]).toEqual([2, 'thirteen', 'thirteen', 10])
  })

  it('are at most 256 at once', async () => {
    const { ask, asked, letGo } = stand()
    const all = Promise.all(Array.from({ length: 600 }, (_, at) => ask(at + 100)))
    for (let turn = 0; turn < 4; turn += 1) await letGo()
    expect(asked.map(({ length }) => length)).toEqual([1, 256, 256, 87])
    expect((await all)[599]).toBe(1398)
  })
})
