import { fakeClock } from '@bolsillo/kernel/test'
import { describe, expect, it } from 'vitest'
import { createSampledLog, linesMax, linesOfKindMax } from './sampled-log.ts'

const setUp = () => {
  const clock = fakeClock(1_000_000)
  const lines: string[] = []
  const line = (_: object, message: string): void => {
    lines.push(message)
  }
  const warned: object[] = []
  const log = { debug: line, info: line, warn: (fields: object) => warned.push(fields), error: line }
  return { clock, lines, warned, note: createSampledLog({ clock, log }) }
}

describe('the log of what strangers cause', () => {
  it('writes so many lines of a kind a second, and says how many it left out', () => {
    const { clock, lines, warned, note } = setUp()
    for (let count = 0; count < 10_000; count += 1) note('flood', {}, 'flood')
    expect(lines).toHaveLength(linesOfKindMax)
    // What is rare is written whatever floods beside it.
    note('rare', {}, 'rare')
    expect(lines.at(-1)).toBe('rare')
    clock.advanceMs(1000)
    note('flood', {}, 'flood')
    expect(warned).toEqual([{ leftOut: 10_000 - linesOfKindMax, since: 1_000_000 }])
    expect(lines).toHaveLength(linesOfKindMax + 2)
  })

  it('is bounded in all, whatever number of kinds there is', () => {
    const { lines, note } = setUp()
    for (let count = 0; count < 10_000; count += 1) note(`kind ${count}`, {}, 'line')
    expect(lines).toHaveLength(linesMax)
  })

  it('goes on after a clock that was set back', () => {
    const { clock, lines, note } = setUp()
    for (let count = 0; count < 100; count += 1) note('flood', {}, 'flood')
    clock.advanceMs(-5000)
    note('flood', {}, 'flood')
    expect(lines).toHaveLength(linesOfKindMax + 1)
  })
})
