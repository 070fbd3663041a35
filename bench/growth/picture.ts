import type { Figure } from '../figure.ts'
import { fitOf, type GrowthPoint, growthDimensions, growthName } from './dimensions.ts'

const [width, height] = [760, 420]
const frame = { left: 64, right: 24, top: 24, bottom: 120 }
const colours = ['#2563eb', '#16a34a', '#d97706', '#dc2626']
/** The x axis goes from one to a hundred million. */
const tenfoldsMax = 8

/** Microseconds an order costs over the logarithm of each thing that grows: points, and the line fitted to them. */
export function growthSvg(figures: readonly Figure[]): string {
  const byName = new Map(figures.map((one) => [one.bench, one.value]))
  const series = growthDimensions.map(({ name, what, sizesFull, sizes }, at) => {
    const all = [...new Set<number>([...sizes, ...sizesFull])].sort((a, b) => a - b)
    const points = all.flatMap((size): GrowthPoint[] => {
      const rate = byName.get(growthName(name, size))
      return rate === undefined ? [] : [{ size, microseconds: 1_000_000 / rate }]
    })
    return { what, points, colour: colours[at] ?? '#000000' }
  })
  const most = Math.max(100, ...series.flatMap(({ points }) => points.map(({ microseconds }) => microseconds)))
  const top = Math.ceil(most / 50) * 50
  const x = (size: number): number =>
    frame.left + (Math.log10(Math.max(size, 1)) / tenfoldsMax) * (width - frame.left - frame.right)
  const y = (cost: number): number => height - frame.bottom - (cost / top) * (height - frame.top - frame.bottom)
  const text = (atX: number, atY: number, words: string, anchor: string, colour = '#374151'): string =>
    `<text x="${short(atX)}" y="${short(atY)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`
  const line = (from: readonly [number, number], to: readonly [number, number], style: string): string =>
    `<line x1="${short(from[0])}" y1="${short(from[1])}" x2="${short(to[0])}" y2="${short(to[1])}" ${style}/>`
  const grid = [0, 1, 2, 3, 4].flatMap((part) => {
    const cost = (top / 4) * part
    return [
      line([frame.left, y(cost)], [width - frame.right, y(cost)], 'stroke="#e5e7eb"'),
      text(frame.left - 8, y(cost) + 4, short(cost), 'end'),
    ]
  })
  const ticks = Array.from({ length: tenfoldsMax + 1 }, (_, tenfold) =>
    text(x(10 ** tenfold), height - frame.bottom + 18, (10 ** tenfold).toLocaleString('en-US'), 'middle'),
  )
  const drawn = series.flatMap(({ what, points, colour }, at) => {
    if (points.length < 2) return []
    const fit = fitOf(points)
    const fitted = (size: number): number => fit.start + fit.perTenfold * Math.log10(Math.max(size, 10))
    const [first, last] = [points[0]?.size ?? 1, points.at(-1)?.size ?? 1]
    return [
      line(
        [x(Math.max(first, 10)), y(fitted(first))],
        [x(last), y(fitted(last))],
        `stroke="${colour}" stroke-width="2"`,
      ),
      ...points.map(
        ({ size, microseconds }) =>
          `<circle cx="${short(x(size))}" cy="${short(y(microseconds))}" r="4" fill="${colour}"/>`,
      ),
      text(frame.left, height - frame.bottom + 46 + at * 18, `${what}: ${fit.text}`, 'start', colour),
    ]
  })
  const title = text(frame.left, 16, 'µs an order (durable), over what grows, on a logarithmic scale', 'start')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>What an order costs as work grows</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    title,
    ...grid,
    ...ticks,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

const short = (value: number): string => String(Math.round(value * 10) / 10)
