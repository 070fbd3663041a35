import { instant } from '@bolsillo/kernel'
import { fakeClock, testLog, testStartMs } from '@bolsillo/test-kit'
import { describe, expect, it } from 'vitest'
import { belowLateMs, excusedLooksMax, lookLateMs, stepLateMs, watchLiveness } from './engine-liveness.ts'

const account = 'cus_1 cross'

/** A watch over a clock moved by hand, and what it logged. */
function watched() {
  const clock = fakeClock(testStartMs)
  const log = testLog()
  const watch = watchLiveness({ clock, log })
  /** So many milliseconds pass without a look, and then one comes. @returns alarms so far. */
  const lookAfter = (ms: number): number => {
    clock.moveTo(instant(clock.now() + ms))
    watch.look()
    return log.lines.filter(({ message }) => message === 'a liquidation is late').length
  }
  watch.look()
  return { watch, lookAfter, logged: () => log.lines.map(({ message }) => message) }
}

describe('a liquidation', () => {
  it('is late when a step that is possible does not come for a second', () => {
    const { watch, lookAfter } = watched()
    watch.isBelow(account)
    watch.isDue(account)
    expect(lookAfter(stepLateMs - 1)).toBe(0)
    expect(lookAfter(1)).toBe(1)
    expect(watch.figures()).toMatchObject({ below: 1, late: 1 })
  })

  it('is late when it is below for three seconds, though steps come', () => {
    const { watch, lookAfter } = watched()
    watch.isBelow(account)
    for (let ms = 1000; ms < belowLateMs; ms += 1000) {
      watch.isDue(account)
      watch.hasLooked(account, 'unfinished')
      expect(lookAfter(1000)).toBe(0)
    }
    expect(lookAfter(1000)).toBe(1)
  })

  it.each([10_000, 3_600_000, -3_600_000])(
    'is not late because the process did not run, or its clock was moved: by %d ms',
    (ms) => {
      const { watch, logged, lookAfter } = watched()
      watch.isBelow(account)
      watch.isDue(account)
      expect(lookAfter(400)).toBe(0)
      expect(lookAfter(ms)).toBe(0)
      expect(logged()).toContain('the engine of contracts was not run in time')
      // The step comes at once when the process runs again.
      watch.hasLooked(account, 'unfinished')
      expect(lookAfter(1000)).toBe(0)
      watch.isOver(account)
      expect(watch.figures()).toMatchObject({ below: 0, late: 0 })
    },
  )

  it('is late when the step does not come after the process ran again', () => {
    const { watch, lookAfter } = watched()
    watch.isBelow(account)
    watch.isDue(account)
    expect(lookAfter(10_000)).toBe(0)
    expect(lookAfter(1000)).toBe(1)
  })

  it('is late where the process never runs in time, after some looks that are excused', () => {
    const { watch, lookAfter } = watched()
    watch.isBelow(account)
    watch.isDue(account)
    for (let look = 1; look <= excusedLooksMax; look += 1) expect(lookAfter(lookLateMs + 1)).toBe(0)
    expect(lookAfter(lookLateMs + 1)).toBe(1)
  })
})
