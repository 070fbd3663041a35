import { expect, it } from 'vitest'
import { neverHappened } from './never-happened.ts'

const figures = { fills: 12, halts: 0 }

it('names what ten whole worlds never reached, whether it was counted or not', () => {
  const run = { figures, worlds: 10, steps: 500 }
  expect(neverHappened(['fills', 'halts', 'orders replaced'], run)).toEqual(['halts', 'orders replaced'])
})

it.each([
  ['fewer', 9, 500],
  ['shorter', 10, 499],
])('asks nothing of %s worlds', (_, worlds, steps) => {
  expect(neverHappened(['halts'], { figures, worlds, steps })).toEqual([])
})
