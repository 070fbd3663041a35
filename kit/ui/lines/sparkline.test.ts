import { expect, it } from 'vitest'
import { pointsOf } from './sparkline.tsx'

const heightsOf = (line: string): readonly number[] => line.split(' ').map((point) => Number(point.split(',')[1]))

it('fills its box with the values, whatever their size', () => {
  expect(heightsOf(pointsOf([0, 96], 100, 92, { inset: 10 }))).toEqual([82, 10])
})

it('draws no cliff of a difference that is small beside the least span', () => {
  const [first = 0, second = 0] = heightsOf(pointsOf([0, -96], 100, 92, { inset: 10, spanMin: 2500 }))
  expect(second - first).toBeGreaterThan(0)
  expect(second - first).toBeLessThan(3)
  expect((first + second) / 2).toBeCloseTo(46)
})

it('fills its box again beyond the least span', () => {
  expect(heightsOf(pointsOf([0, 5000], 100, 92, { inset: 10, spanMin: 2500 }))).toEqual([82, 10])
})
