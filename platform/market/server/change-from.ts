import { type Instant, instant } from '@bolsillo/kernel'
import { bucketStart, type ChangeFrom, changeSpanOf, runsOf, type Spark } from '../domain/index.ts'
import { isLastGenerated, type LiveDay, type LiveInstrument, type Quarter, quartersOf } from './live-instrument.ts'

// What a change counts from, and the way from there to the last price: found together, so that no line contradicts the
// figure beside it.

const dayMs = 86_400_000
const sparkMax = 32

/** The price the change of an instrument counts from; undefined while it has no price at all. */
export function changeFromOf(live: LiveInstrument, now: Instant): ChangeFrom | undefined {
  const { day } = live
  if (day === undefined) return undefined
  // Asked for every quote that is published: the way is not walked where its beginning is known.
  return changeSpanOf(live.instrument) === 'close' ? closeBefore(day) : wayOf(live, day, now).from
}

const closeBefore = (day: LiveDay): ChangeFrom => ({
  price: day.previousClose,
  isGenerated: day.isPreviousCloseGenerated,
})

/** The way of the change, thinned to at most 32 closes; the price it counts from and the last price are always there. */
export function sparkOf(live: LiveInstrument, now: Instant): Spark {
  const { day } = live
  if (day === undefined) return { closes: [], generated: [] }
  const { from, quarters } = wayOf(live, day, now)
  const last = { price: day.last, isGenerated: isLastGenerated(day) }
  const between = quarters.slice(0, -1).map(({ close, isGenerated }) => ({ price: close, isGenerated }))
  const points = thinned([from, ...between, last])
  return {
    closes: points.map(({ price }) => price),
    generated: runsOf(points.map(({ isGenerated }) => isGenerated)),
  }
}

/** What the change counts from, and the quarters since then. */
function wayOf(
  live: LiveInstrument,
  day: LiveDay,
  now: Instant,
): { readonly from: ChangeFrom; readonly quarters: readonly Quarter[] } {
  const close = closeBefore(day)
  if (changeSpanOf(live.instrument) === 'close') return { from: close, quarters: quartersOf(day) }
  const then = bucketStart('15m', instant(now - dayMs), live.instrument.calendar)
  const before = live.quartersBefore()
  const all = [...before, ...quartersOf(day)]
  const place = all.findLastIndex(({ at }) => at <= then)
  const first = place >= 0 ? all[place] : before[0]
  // Nothing is known of yesterday: what came before today is its first price.
  if (first === undefined) return { from: close, quarters: all }
  return {
    from: { price: first.close, isGenerated: first.isGenerated },
    quarters: all.slice(Math.max(place, 0) + 1),
  }
}

function thinned<Point>(points: readonly Point[]): readonly Point[] {
  if (points.length <= sparkMax) return points
  const step = (points.length - 1) / (sparkMax - 1)
  return Array.from({ length: sparkMax }, (_, place) => points[Math.round(place * step)]).filter(
    (point) => point !== undefined,
  )
}
