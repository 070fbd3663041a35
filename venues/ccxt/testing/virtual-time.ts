import { instant } from '@bolsillo/kernel'
import { type FakeClock, fakeClock } from '@bolsillo/kernel/test'
import type { After } from '../feed/ports.ts'

/** Time that passes when a test moves it: what is due runs in order, and promises are given their turns between. */
export interface VirtualTime {
  readonly clock: FakeClock
  readonly after: After
  readonly runMs: (ms: number) => Promise<void>
}

const turnOver = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function virtualTime(startMs: number): VirtualTime {
  const clock = fakeClock(startMs)
  let waiting: { readonly at: number; readonly number: number; readonly work: () => void }[] = []
  let number = 0
  const after: After = (ms, work) => {
    number += 1
    const entry = { at: clock.now() + ms, number, work }
    waiting.push(entry)
    return () => {
      waiting = waiting.filter((other) => other !== entry)
    }
  }
  const runMs = async (ms: number): Promise<void> => {
    const end = clock.now() + ms
    for (;;) {
      const next = waiting.toSorted((a, b) => a.at - b.at || a.number - b.number)[0]
      if (next === undefined || next.at > end) break
      waiting = waiting.filter((other) => other !== next)
      clock.moveTo(instant(Math.max(next.at, clock.now())))
      next.work()
      await turnOver()
    }
    clock.moveTo(instant(end))
    await turnOver()
  }
  return { clock, after, runMs }
}
