import { expect, it } from 'vitest'
import { arcsOf } from './donut.tsx'

const around = 2 * Math.PI * 40

it('goes round once, part after part, and draws nothing of nothing', () => {
  const arcs = arcsOf([
    { key: 'cash', weight: 25 },
    { key: 'debt', weight: -3 },
    { key: 'none', weight: 0 },
    { key: 'coin', weight: 75 },
  ])
  expect(arcs.map(({ key }) => key)).toEqual(['cash', 'coin'])
  expect(arcs.map(({ from }) => Math.round((from / around) * 100))).toEqual([0, 25])
  const [first, second] = arcs
  expect((first?.from ?? 0) + (first?.length ?? 0)).toBeLessThan(second?.from ?? 0)
  expect((second?.from ?? 0) + (second?.length ?? 0)).toBeLessThan(around)
})

it('shows the smallest part as a dot, and a part alone as the whole ring', () => {
  const [, dot] = arcsOf([
    { key: 'coin', weight: 9_999 },
    { key: 'cash', weight: 1 },
  ])
  expect(dot?.length).toBe(1)
  expect(arcsOf([{ key: 'cash', weight: 5 }])[0]?.length).toBe(around)
})
