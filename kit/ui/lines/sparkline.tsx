import { classes } from '../classes.ts'

export interface SparklineProps {
  /** Decimal texts, oldest first. */
  readonly values: readonly string[]
  /**
   * The sign of the day's change, which colours the line; by the line's own ends when left out. A line that began the
   * day before may go the other way: it is grey, since a green line that falls says two things.
   */
  readonly direction?: -1 | 0 | 1
  readonly width?: number
  readonly height?: number
  readonly className?: string
}

/** The points of a line in a box, as SVG writes them; drawing only, so floats are good enough. */
export function pointsOf(values: readonly number[], width: number, height: number, inset: number): string {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const span = high - low
  return values
    .map((value, index) => {
      const x = values.length === 1 ? width : (index / (values.length - 1)) * width
      const y = span === 0 ? height / 2 : inset + (1 - (value - low) / span) * (height - 2 * inset)
      return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
    })
    .join(' ')
}

/** A line of a day's closes, without axes. Decoration: the figures stand beside it. */
export function Sparkline({ values, direction, width = 64, height = 26, className }: SparklineProps) {
  const numbers = values.map(Number)
  const own = Math.sign((numbers.at(-1) ?? 0) - (numbers[0] ?? 0))
  const sign = direction === undefined || direction === own ? own : 0
  const color = sign > 0 ? 'stroke-up' : sign < 0 ? 'stroke-down' : 'stroke-faint'
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={classes('shrink-0', color, className)}
    >
      {numbers.length > 1 && (
        <polyline points={pointsOf(numbers, width, height, 2)} fill="none" strokeWidth="1.5" strokeLinejoin="round" />
      )}
    </svg>
  )
}
