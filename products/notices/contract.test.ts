import { expect, it } from 'vitest'
import { calls } from './contract/index.ts'

it('keeps its rejection numbers in its range', () => {
  const numbers = calls.flatMap((call) => call.rejections.map((spec) => spec.number))
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers.every((number) => number >= 38000 && number < 39000)).toBe(true)
})
