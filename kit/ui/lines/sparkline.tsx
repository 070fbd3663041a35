import { classes } from '../classes.ts'

export interface SparklineProps {
  /** Decimal texts, oldest first. */
  readonly values: readonly string[]
  /**
   * The sign of the day's change, which colors the line; by default the sign from the line's first to its last value.
   * A line that began the day before may have the other sign: then it is gray, because a falling green line would
   * contradict itself.
   */
  readonly direction?: -1 | 0 | 1
  /** Runs of points nobody traded: dotted and grey. */
  readonly generated?: ReadonlyArray<readonly [first: number, last: number]>
  readonly width?: number
  readonly height?: number
  readonly className?: string
}

/** The style of generated parts of all lines. */
export const generatedStroke = { className: 'stroke-faint', strokeWidth: '1.5', strokeDasharray: '1.5 2.5' } as const

/**
 * The points of a line in a box, as SVG writes them; drawing only, so floats are good enough. Values that differ by less
 * than `spanMin` share the middle of the box.
 */
export function pointsOf(
  values: readonly number[],
  width: number,
  height: number,
  { inset, spanMin = 0 }: { readonly inset: number; readonly spanMin?: number },
): string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(most - least, spanMin)
  const low = (least + most - span) / 2
  return values
    .map((value, index) => {
      const x = values.length === 1 ? width : (index / (values.length - 1)) * width
      const y = span === 0 ? height / 2 : inset + (1 - (value - low) / span) * (height - 2 * inset)
      return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
    })
    .join(' ')
}

/** Splits a line into generated and recorded pieces; a segment with a generated end is generated. */
export function piecesOf(
  line: string,
  isGenerated: (place: number) => boolean,
): ReadonlyArray<{ readonly points: string; readonly generated: boolean }> {
  const points = line.split(' ')
  const pieces: { points: string[]; generated: boolean }[] = []
  for (let place = 1; place < points.length; place += 1) {
    const generated = isGenerated(place - 1) || isGenerated(place)
    const piece = pieces.at(-1)
    const next = points[place] ?? ''
    if (piece?.generated === generated) piece.points.push(next)
    else pieces.push({ points: [points[place - 1] ?? '', next], generated })
  }
  return pieces.map((piece) => ({ ...piece, points: piece.points.join(' ') }))
}

/** A line of a day's closes, without axes. Decorative: the figures are beside it. */
export function Sparkline({ values, direction, generated = [], width = 64, height = 26, className }: SparklineProps) {
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
      {numbers.length > 1 &&
        piecesOf(pointsOf(numbers, width, height, { inset: 2 }), (place) =>
          generated.some(([first, last]) => first <= place && place <= last),
        ).map((piece) => (
          <polyline
            key={piece.points}
            points={piece.points}
            fill="none"
            strokeLinejoin="round"
            {...(piece.generated ? generatedStroke : { strokeWidth: '1.5' })}
          />
        ))}
    </svg>
  )
}
