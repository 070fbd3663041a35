import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { figure } from './figure.ts'
import { fitOf } from './growth/dimensions.ts'
import { growthSvg } from './growth/picture.ts'
import { benchReadme, isReached } from './readme.ts'
import { growthPicture, type Machine, readFigures, readmePath, withFigures } from './record.ts'
import { benchSections } from './targets.ts'

const machine: Machine = { date: '2026-11-21', node: '26.0.0', postgres: '18.4', processor: 'Some | chip', cores: 2 }

describe('the figures that are kept', () => {
  it('are what README.md shows, no more and no less', () => {
    expect(readFileSync(readmePath, 'utf8')).toBe(benchReadme(readFigures(), benchSections))
  })

  it('are what the picture of growth is drawn from', () => {
    expect(readFileSync(growthPicture, 'utf8')).toBe(growthSvg(readFigures()))
  })

  it('stand beside pictures that exist', () => {
    const paths = benchSections.flatMap(({ pictures = [] }) => pictures.map(({ path }) => path))
    const missing = paths.filter((path) => !existsSync(fileURLToPath(new URL(`../${path}`, import.meta.url))))
    expect(missing).toEqual([])
  })

  it('have one row each', () => {
    const names = benchSections.flatMap(({ rows }) => rows.map(({ bench }) => bench))
    expect(names).toHaveLength(new Set(names).size)
  })

  it('give way to a newer one of the same name and keep the order of the table', () => {
    const first = withFigures([], [figure('order-book-heap', 'bytes', [3]), figure('start-cold', 'ms', [9])], machine)
    const again = withFigures(
      first,
      [figure('order-book-levels', 'commands/s', [7]), figure('start-cold', 'ms', [8])],
      {
        ...machine,
        date: '2026-11-22',
      },
    )
    expect(again.map(({ bench, value, measured }) => `${bench} ${value} ${measured.date}`)).toEqual([
      'order-book-levels 7 2026-11-22',
      'order-book-heap 3 2026-11-21',
      'start-cold 8 2026-11-22',
    ])
  })

  it('are refused without a row that says what they are', () => {
    expect(() => withFigures([], [figure('nobody-knows', 'ms', [1])], machine)).toThrow('no row for nobody-knows')
  })
})

describe('the page', () => {
  const rows = [
    { bench: 'fast', what: 'fast things', target: { atLeast: 5_000_000, ratioAtLeast: 20 } },
    { bench: 'slow', what: 'slow things', target: { atMost: 3 } },
    { bench: 'absent', what: 'never measured' },
  ]
  it('shows value, target, whether it is reached, and the peer', () => {
    const made = [
      figure('fast', 'commands/s', [6e6, 7e6, 8e6], { peer: { name: 'other', values: [4e5] } }),
      figure('slow', 'ms', [3.25], { decimals: 2 }),
    ].map((one) => ({ ...one, measured: machine }))
    const lines = benchReadme(made, [{ title: 'Things', rows }]).split('\n')
    expect(lines.filter((one) => /^\| (fast|slow|never)|^- /.test(one))).toEqual([
      '| fast things | 7,000,000 | commands/s | ≥ 5,000,000, ≥ 20 × the peer | **no** | other: 400,000 | 17.5 × | 3 | `npm run bench -- fast` |',
      '| slow things | 3.25 | ms | ≤ 3 | **no** |  |  | 1 | `npm run bench -- slow` |',
      '- 2026-11-21, Node 26.0.0, PostgreSQL 18.4, Some | chip, 2 cores: fast, slow',
    ])
  })

  it.each([
    { target: { atLeast: 5 }, value: 5, reached: true },
    { target: { atLeast: 5 }, value: 4.9, reached: false },
    { target: { atMost: 3 }, value: 3, reached: true },
    { target: { atMost: 3 }, value: 3.1, reached: false },
    { target: { atMost: 3 }, value: Number.NaN, reached: false },
    { target: { atLeast: 1, ratioAtLeast: 20 }, value: 2, reached: false },
    { target: { atLeast: 1, ratioAtLeast: 20 }, value: 2, ratio: 20, reached: true },
    { target: { ratioAtMost: 2 }, value: 9, reached: false },
    { target: { ratioAtMost: 2 }, value: 9, ratio: 2.1, reached: false },
    { target: { ratioAtMost: 2 }, value: 9, ratio: 2, reached: true },
  ])('calls $value reached: $reached', ({ target, reached, ...found }) => {
    expect(isReached(target, found)).toBe(reached)
  })
})

describe('the fit of what grows', () => {
  const points = (cost: (n: number) => number) =>
    [10, 100, 1000, 10_000].map((size) => ({ size, microseconds: cost(size) }))

  it('finds the line over the logarithm', () => {
    const { start, perTenfold } = fitOf(points((n) => 70 + 5 * Math.log10(n)))
    expect([start, perTenfold].map((value) => Math.round(value * 1000) / 1000)).toEqual([70, 5])
  })

  it('is below one for what grows less than a logarithm, one for a logarithm, and above for a root', () => {
    expect(fitOf(points(() => 50)).ofLogarithm).toBeCloseTo(1 / 4)
    expect(fitOf(points((n) => Math.log(n))).ofLogarithm).toBeCloseTo(1)
    expect(fitOf(points((n) => Math.sqrt(n))).ofLogarithm).toBeGreaterThan(5)
  })
})
