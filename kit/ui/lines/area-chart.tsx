import { type PointerEvent, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { generatedStroke, piecesOf, pointsOf } from './sparkline.tsx'

export interface AreaPoint {
  /** Epoch milliseconds. */
  readonly at: number
  /** Decimal text. */
  readonly value: string
  /** Made of prices nobody traded at. */
  readonly generated?: boolean | undefined
}

export interface AreaChartProps<Point extends AreaPoint> {
  /** Oldest first. */
  readonly points: readonly Point[]
  /** One sentence that says what the line shows. */
  readonly label: string
  readonly height?: number
  /** The least difference of values the height shows: smaller ones leave the line nearly flat. */
  readonly spanMin?: number
  /** The point under the finger, or undefined when it leaves: show its value in place of the latest. */
  readonly onScrub?: (point: Point | undefined) => void
  readonly className?: string
}

const width = 360

const tickMs = 4
/** Points lie closer than a finger can tell apart: more ticks would be a hum. */
const tickEveryMs = 40
let tickedAt = 0

/** A tick under the finger for another point, on a phone that has them; none where motion is not wanted. */
function tick(now: number): void {
  if (now - tickedAt < tickEveryMs || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  tickedAt = now
  navigator.vibrate?.(tickMs)
}

/** A value over time: a line with a wash under it, its last point marked. Slide a finger along to read it. */
export function AreaChart<Point extends AreaPoint>({
  points,
  label,
  height = 92,
  spanMin = 0,
  onScrub,
  className,
}: AreaChartProps<Point>) {
  const gradient = useId()
  const [touched, setTouched] = useState<number>()
  const line =
    points.length < 2
      ? ''
      : pointsOf(
          points.map(({ value }) => Number(value)),
          width,
          height,
          { inset: 10, spanMin },
        )
  const coordinates = line.split(' ')
  const marked = coordinates[touched ?? coordinates.length - 1]?.split(',') ?? []
  const scrub = (event: PointerEvent<SVGSVGElement>): void => {
    if (points.length < 2) return
    const box = event.currentTarget.getBoundingClientRect()
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)
    const index = Math.round(share * (points.length - 1))
    if (index !== touched && event.pointerType === 'touch') tick(event.timeStamp)
    setTouched(index)
    onScrub?.(points[index])
  }
  const leave = (): void => {
    setTouched(undefined)
    onScrub?.(undefined)
  }
  return (
    <div className={classes('relative', className)} style={{ height }}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="block size-full touch-pan-y text-brand"
        onPointerMove={scrub}
        onPointerDown={scrub}
        onPointerLeave={leave}
        onPointerUp={leave}
        onPointerCancel={leave}
      >
        <Area line={line} height={height} points={points} gradient={gradient} />
      </svg>
      {line !== '' && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-1.5 -translate-x-1/2 -translate-y-1/2 rounded-pill bg-brand"
          style={{ left: `min(${(Number(marked[0]) / width) * 100}%, 100% - 3px)`, top: Number(marked[1]) }}
        />
      )}
    </div>
  )
}

/** The line and the wash under it. */
function Area(props: {
  readonly line: string
  readonly height: number
  readonly points: readonly AreaPoint[]
  /** The id of the wash's gradient. */
  readonly gradient: string
}) {
  const { line, height, points, gradient } = props
  return (
    <>
      <defs>
        <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.18" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      {line !== '' && (
        <>
          <polygon points={`0,${height} ${line} ${width},${height}`} fill={`url(#${gradient})`} />
          {piecesOf(line, (place) => points[place]?.generated === true).map((piece) => (
            <polyline
              key={piece.points}
              points={piece.points}
              fill="none"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              {...(piece.generated ? generatedStroke : { stroke: 'currentColor', strokeWidth: '1.75' })}
            />
          ))}
        </>
      )}
    </>
  )
}
