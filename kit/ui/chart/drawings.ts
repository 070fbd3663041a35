import { type Chart, type OverlayCreate, type OverlayTemplate, registerOverlay } from 'klinecharts'

/** A tool to draw with: our name for it, and the library's. */
interface DrawingTool {
  readonly id: string
  readonly overlay: string
}

/** The drawing tools, in the order they are offered. */
export const drawingTools: readonly DrawingTool[] = [
  { id: 'trend', overlay: 'segment' },
  { id: 'ray', overlay: 'rayLine' },
  { id: 'line', overlay: 'straightLine' },
  { id: 'horizontal', overlay: 'horizontalStraightLine' },
  { id: 'vertical', overlay: 'verticalStraightLine' },
  { id: 'price', overlay: 'priceLine' },
  { id: 'channel', overlay: 'priceChannelLine' },
  { id: 'parallel', overlay: 'parallelStraightLine' },
  { id: 'fibonacci', overlay: 'fibonacciLine' },
  { id: 'rectangle', overlay: 'rectangle' },
]

/** A stored drawing: its points in time and price, not in pixels. */
export interface StoredDrawing {
  readonly tool: string
  readonly points: readonly { readonly timestamp?: number; readonly value?: number }[]
}

const rectangle: OverlayTemplate = {
  name: 'rectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates }) => {
    const [from, to] = coordinates
    if (from === undefined || to === undefined) return []
    return {
      type: 'rect',
      attrs: {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(from.x - to.x),
        height: Math.abs(from.y - to.y),
      },
      styles: { style: 'stroke_fill' },
    }
  },
}

let registered = false

/** Makes our own tools known to the library, once. */
export function registerDrawings(): void {
  if (registered) return
  registered = true
  registerOverlay(rectangle)
}

const group = 'drawings'
// A phone's screen holds no more; stored per instrument.
const drawingsMax = 60

/** The current drawings, for storage. */
export function drawingsOf(chart: Chart): StoredDrawing[] {
  return chart.getOverlays({ groupId: group }).flatMap((overlay) => {
    const tool = drawingTools.find((candidate) => candidate.overlay === overlay.name)
    if (tool === undefined) return []
    const points = overlay.points.map(({ timestamp, value }) => ({
      ...(timestamp === undefined ? {} : { timestamp }),
      ...(value === undefined ? {} : { value }),
    }))
    return [{ tool: tool.id, points }]
  })
}

function overlayOf(tool: DrawingTool, changed: () => void): OverlayCreate {
  return { name: tool.overlay, groupId: group, onDrawEnd: changed, onPressedMoveEnd: changed, onRemoved: changed }
}

/** Begins drawing with a tool; the next taps set its points. */
export function startDrawing(chart: Chart, id: string, changed: () => void): void {
  const tool = drawingTools.find((candidate) => candidate.id === id)
  if (tool !== undefined) chart.createOverlay(overlayOf(tool, changed))
}

/** Restores stored drawings. Skips tools that an older version named differently. */
export function restoreDrawings(chart: Chart, stored: readonly StoredDrawing[], changed: () => void): void {
  for (const { tool: id, points } of stored.slice(0, drawingsMax)) {
    const tool = drawingTools.find((candidate) => candidate.id === id)
    if (tool !== undefined)
      chart.createOverlay({ ...overlayOf(tool, changed), points: points.map((point) => ({ ...point })) })
  }
}

/** Takes the newest drawing away. */
export function undoDrawing(chart: Chart): void {
  const last = chart.getOverlays({ groupId: group }).at(-1)
  if (last !== undefined) chart.removeOverlay({ id: last.id })
}

/** Takes all drawings away. */
export function clearDrawings(chart: Chart): void {
  chart.removeOverlay({ groupId: group })
}
