/** What grows: the sizes of a short run, and those of a full one. */
export const growthDimensions = [
  {
    name: 'customers',
    what: 'customers',
    sizes: [10, 100, 1000],
    sizesFull: [10, 100, 1000, 10_000, 100_000],
  },
  { name: 'instruments', what: 'instruments', sizes: [10, 100], sizesFull: [10, 100, 1000] },
  {
    name: 'resting',
    what: 'resting orders',
    sizes: [0, 10_000, 100_000],
    sizesFull: [0, 10_000, 100_000, 1_000_000],
  },
  {
    name: 'postings',
    what: 'postings in the tables',
    sizes: [1_000_000, 5_000_000],
    sizesFull: [1_000_000, 10_000_000, 50_000_000],
  },
] as const

/** Where the picture of it is, from the root of the repository. */
export const growthPicturePath = 'docs/pictures/growth.svg'

/** The name of the figure of one size. */
export function growthName(name: string, size: number): string {
  return `growth-${name}-${size}`
}

/** Orders that rest when a desk starts over: in a short run, and in a full one. */
export const restartSizes = { short: 100_000, full: 1_000_000 } as const

/** Every figure of this bench. */
export const growthFigures: readonly string[] = [
  ...growthDimensions.flatMap(({ name, sizes, sizesFull }) => [
    ...[...new Set<number>([...sizes, ...sizesFull])].sort((a, b) => a - b).map((size) => growthName(name, size)),
    `growth-${name}-fit`,
  ]),
  ...Object.values(restartSizes).flatMap((size) => [`restart-${size}`, `restart-${size}-heap`]),
]

/** What an order cost at one size. */
export interface GrowthPoint {
  readonly size: number
  readonly microseconds: number
}

/** How the cost of an order grows with size. */
export interface GrowthFit {
  /** Microseconds of the line of least squares over the logarithm of the size: where it begins, and what a tenfold adds. */
  readonly start: number
  readonly perTenfold: number
  /** The growth from the smallest size to the largest, as a part of what a pure logarithm would grow. 1 or less: no worse. */
  readonly ofLogarithm: number
  readonly text: string
}

/** Fits cost = start + perTenfold × log10(size). A size below ten counts as ten: no logarithm begins at nothing. */
export function fitOf(points: readonly GrowthPoint[]): GrowthFit {
  const xs = points.map(({ size }) => Math.log10(Math.max(size, 10)))
  const ys = points.map(({ microseconds }) => microseconds)
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [middleX, middleY] = [mean(xs), mean(ys)]
  const spread = xs.reduce((sum, x) => sum + (x - middleX) ** 2, 0)
  const together = xs.reduce((sum, x, at) => sum + (x - middleX) * ((ys[at] ?? 0) - middleY), 0)
  const perTenfold = together / spread
  const start = middleY - perTenfold * middleX
  const [first, last] = [0, points.length - 1]
  const growth = (ys[last] ?? Number.NaN) / (ys[first] ?? Number.NaN)
  const ofLogarithm = growth / ((xs[last] ?? Number.NaN) / (xs[first] ?? Number.NaN))
  const text = `${start.toFixed(1)} µs + ${perTenfold.toFixed(1)} µs × log10(n)`
  return { start, perTenfold, ofLogarithm, text }
}
