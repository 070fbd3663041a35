import { Section } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { type Coordinates, drawPoints, groupPoints } from '../domain/drawing.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useDistanceWords } from './place-words.ts'

const paper = { width: 330, height: 200, margin: 26 } as const
/** Below the places, so that the bar of the scale covers none. */
const strip = 24
const high = 20
/** Between two marks, so that none touches another. */
const gap = 2

/**
 * Places relative to each other, numbered as in the list. The list says the same to who cannot see it.
 * @param props.withinKm Farther ones are left out, when somebody looks for what is near.
 */
export function PlaceDrawing(props: {
  readonly places: readonly Coordinates[]
  readonly you: Coordinates | undefined
  readonly withinKm?: number | undefined
}) {
  const t = useWords<Messages>('locations')
  const distance = useDistanceWords()
  const { places, you, withinKm } = props
  const drawing = drawPoints(you === undefined ? places : [...places, you], paper)
  const own = you === undefined ? undefined : drawing.points.at(-1)
  const marks = groupPoints(
    drawing.points.slice(0, places.length),
    high + gap,
    (members) => wideOf(markText(members)) + gap,
  )
  return (
    <Section title={t('places.drawing')} pad="normal">
      <svg
        viewBox={`0 0 ${paper.width} ${paper.height + strip}`}
        role="img"
        aria-label={t('places.drawingLabel', { count: places.length })}
        className="w-full rounded-small bg-page"
      >
        <Grid length={drawing.scale.length} />
        <North />
        <ScaleBar {...drawing.scale} />
        {marks.map(({ x, y, members }) => (
          <Mark key={members[0]} x={x} y={y} text={markText(members)} />
        ))}
        {own !== undefined && <Own {...own} />}
      </svg>
      <p className="mt-2 text-12 text-second">
        {withinKm !== undefined && `${t('places.drawingNear', { distance: distance(withinKm) })} `}
        {t('places.drawingNote')}
      </p>
    </Section>
  )
}

/** `3`, `3, 4`, or `3 +5`: the first of the list, and how many more are there. */
function markText(members: readonly number[]): string {
  const [first = 0, second] = members.map((index) => index + 1)
  return members.length > 2
    ? `${first} +${members.length - 1}`
    : second === undefined
      ? `${first}`
      : `${first}, ${second}`
}

const wideOf = (text: string): number => Math.max(high, text.length * 7 + 8)

function Mark({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }) {
  const wide = wideOf(text)
  const left = Math.min(Math.max(x - wide / 2, 2), paper.width - wide - 2)
  return (
    <g>
      <rect x={left} y={y - high / 2} width={wide} height={high} rx={high / 2} className="fill-brand" />
      <text x={left + wide / 2} y={y + 4} textAnchor="middle" className="fill-on-fill font-strong text-12">
        {text}
      </text>
    </g>
  )
}

/** Where the reader is, over the marks; its word has an edge of the paper’s color, so that it is read over any of them. */
function Own({ x, y }: { readonly x: number; readonly y: number }) {
  const t = useWords<Messages>('locations')
  return (
    <g>
      <circle cx={x} cy={y} r={6} className="fill-card stroke-2 stroke-ink" />
      <text
        x={Math.min(Math.max(x, 16), paper.width - 16)}
        y={y + 19}
        textAnchor="middle"
        paintOrder="stroke"
        className="fill-ink stroke-4 stroke-page font-strong text-12"
      >
        {t('places.you')}
      </text>
    </g>
  )
}

function North() {
  const t = useWords<Messages>('locations')
  return (
    <g className="fill-second">
      <path d={`M ${paper.width - 18} ${paper.height + 6} l 4.5 11 l -4.5 -2.5 l -4.5 2.5 z`} />
      <text x={paper.width - 28} y={paper.height + 16} textAnchor="end" className="font-medium text-12">
        {t('places.north')}
      </text>
    </g>
  )
}

/** Where lines of the grid cross a side: one in its middle, the others as far apart as the bar of the scale is long. */
function gridLines(side: number, length: number): readonly number[] {
  const most = Math.floor(side / 2 / length)
  return Array.from({ length: 2 * most + 1 }, (_, index) => side / 2 + (index - most) * length)
}

/** Squares with sides as long as the bar of the scale, so that distances are seen at a glance. */
function Grid({ length }: { readonly length: number }) {
  const { width, height } = paper
  const across = gridLines(width, length).map((x) => `M ${x} 0 v ${height}`)
  const down = gridLines(height, length).map((y) => `M 0 ${y} h ${width}`)
  return <path d={[...across, ...down, `M 0 ${height} h ${width}`].join(' ')} className="fill-none stroke-line" />
}

/** As long as a square of the grid, and below one. */
function ScaleBar({ km, length }: { readonly km: number; readonly length: number }) {
  const distance = useDistanceWords()
  const [left = 0] = gridLines(paper.width, length)
  const bottom = paper.height + 14
  return (
    <g>
      <path d={`M ${left} ${bottom - 5} v 5 h ${length} v -5`} className="fill-none stroke-second" strokeWidth={1.5} />
      <text x={left + length + 6} y={bottom + 2} className="fill-second text-12">
        {distance(km)}
      </text>
    </g>
  )
}
