/** Where a label is placed, as near to its line as possible, and the space it has. Pixels from the top. */
export interface LabelPlace {
  readonly y: number
  readonly top: number
  readonly bottom: number
}

interface Bounds {
  /** Between the middles of two labels. */
  readonly gap: number
  readonly top: number
  readonly bottom: number
  /** How far from its middle a label responds to touch. */
  readonly reach: number
}

/**
 * Places the labels of lines in the order of the lines, without overlap, each as near to its line as possible. This
 * is isotonic regression: neighbors that would overlap are pooled around their mean (pool adjacent violators). When
 * there are more labels than fit, they move closer together. Lines at one height keep their order.
 */
export function labelsApart(lines: readonly number[], bounds: Bounds): readonly LabelPlace[] {
  const order = lines.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y || a.index - b.index)
  const room = bounds.bottom - bounds.top
  const gap = Math.min(bounds.gap, order.length > 1 ? room / (order.length - 1) : bounds.gap)
  const blocks: { sum: number; count: number }[] = []
  order.forEach(({ y }, rank) => {
    blocks.push({ sum: y - rank * gap, count: 1 })
    for (let last = blocks.at(-1), before = blocks.at(-2); last !== undefined && before !== undefined; ) {
      if (before.sum / before.count <= last.sum / last.count) break
      blocks.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count })
      last = blocks.at(-1)
      before = blocks.at(-2)
    }
  })
  const highest = bounds.bottom - (order.length - 1) * gap
  const middles = blocks
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((value, rank) => Math.min(Math.max(value, bounds.top), highest) + rank * gap)
  const places: LabelPlace[] = []
  order.forEach(({ index }, rank) => {
    const y = middles[rank] ?? 0
    const between = (other: number | undefined): number =>
      other === undefined ? bounds.reach : Math.abs(other - y) / 2
    places[index] = {
      y,
      top: y - Math.min(bounds.reach, between(middles[rank - 1])),
      bottom: y + Math.min(bounds.reach, between(middles[rank + 1])),
    }
  })
  return places
}
