import { type OverlayCreate, type OverlayEvent, type OverlayTemplate, registerOverlay } from 'klinecharts'
import type { ChartColors } from './chart-styles.ts'
import { type LabelPlace, labelsApart } from './labels-apart.ts'

/** A customer's open order, drawn as a dashed line with a label. */
export interface ChartOrder {
  readonly id: string
  /** `Compra 50 · 60.88` */
  readonly label: string
  readonly price: string
  readonly side: 'buy' | 'sell'
  /** The label of the button that moves the order for users without a pointer; present when the line can be dragged. */
  readonly moveLabel?: string
}

/** A customer's fill, drawn as a mark at its candle. */
export interface ChartFill {
  readonly id: string
  readonly at: number
  readonly price: string
  readonly side: 'buy' | 'sell'
  /** One letter: C for compra, V for venta. */
  readonly letter: string
}

interface MarkStyle {
  readonly text: string
  readonly color: string
  readonly onColor: string
  readonly below: boolean
  readonly movable?: boolean
  /**
   * Of a line: its own name, and the prices of all lines by name, which change while a line is dragged. A function,
   * because the library copies an overlay's data, and a copy would not change.
   */
  readonly id?: string
  readonly lines?: () => Map<string, number>
  /** Called with the label's position, in pixels below the top of the chart, whenever it may have changed. */
  readonly onPlaced?: (y: number) => void
}

const labelHeight = 18
const padding = 8
/** The draggable area of a line, around its label. */
const handle = { width: 200, height: 36 }
/** Between the middles of two labels. */
const labelGap = labelHeight + 3

/** The position of a line's label: at the line, or the nearest place that the other labels leave free. */
function placeOf(
  { id = '', lines = () => new Map() }: MarkStyle,
  y: number,
  height: number,
  pixelOf: (price: number) => number,
): LabelPlace {
  const reach = handle.height / 2
  const shown = [...lines()]
    .map(([name, price]) => ({ name, y: name === id ? y : pixelOf(price) }))
    .filter((line) => line.y >= 0 && line.y <= height)
  const index = shown.findIndex(({ name }) => name === id)
  const bounds = { gap: labelGap, top: labelHeight / 2, bottom: height - labelHeight / 2, reach }
  const own = labelsApart(
    shown.map((line) => line.y),
    bounds,
  )[index]
  return own ?? { y, top: y - reach, bottom: y + reach }
}

const orderLine: OverlayTemplate<MarkStyle> = {
  name: 'ownOrder',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay, yAxis }) => {
    const y = coordinates[0]?.y ?? 0
    const style = overlay.extendData
    const { text, color, onColor, movable = false, onPlaced } = style
    const value = overlay.points[0]?.value
    if (style.id !== undefined && value !== undefined) style.lines?.().set(style.id, value)
    const label = placeOf(style, y, bounding.height, (price) => yAxis?.convertToPixel(price) ?? y)
    // A line beyond the prices on the screen keeps its button at the edge.
    onPlaced?.(Math.min(Math.max(label.y, handle.height / 2), bounding.height - handle.height / 2))
    const grip = {
      type: 'rect',
      attrs: { x: 0, y: label.top, width: handle.width, height: label.bottom - label.top },
      styles: { style: 'fill', color: 'transparent' },
    }
    const way = {
      type: 'line',
      attrs: {
        coordinates: [
          { x: 3, y },
          { x: 3, y: label.y },
          { x: 8, y: label.y },
        ],
      },
      styles: { style: 'solid', color, size: 1 },
      ignoreEvent: true,
    }
    return [
      ...(movable ? [grip] : []),
      ...(Math.abs(label.y - y) > 1 ? [way] : []),
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y },
            { x: bounding.width, y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [5, 3], color, size: 1 },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x: 6, y: label.y, text: movable ? `⇕ ${text}` : text, align: 'left', baseline: 'middle' },
        styles: {
          color: onColor,
          backgroundColor: color,
          size: 11,
          weight: 600,
          borderRadius: labelHeight / 2,
          paddingLeft: padding,
          paddingRight: padding,
          paddingTop: 3,
          paddingBottom: 3,
        },
        ignoreEvent: !movable,
      },
    ]
  },
}

const fillMark: OverlayTemplate<MarkStyle> = {
  name: 'ownFill',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, overlay }) => {
    const { x = 0, y = 0 } = coordinates[0] ?? {}
    const { text, color, below } = overlay.extendData
    const tip = below ? y + 6 : y - 6
    const base = below ? tip + 8 : tip - 8
    return [
      {
        type: 'polygon',
        attrs: {
          coordinates: [
            { x, y: tip },
            { x: x - 5, y: base },
            { x: x + 5, y: base },
          ],
        },
        styles: { style: 'fill', color },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x, y: below ? base + 9 : base - 9, text, align: 'center', baseline: 'middle' },
        styles: {
          color,
          backgroundColor: 'transparent',
          size: 11,
          weight: 700,
          paddingLeft: 0,
          paddingRight: 0,
          paddingTop: 0,
          paddingBottom: 0,
        },
        ignoreEvent: true,
      },
    ]
  },
}

let registered = false

/** Makes our marks known to the library, once. */
export function registerMarks(): void {
  if (registered) return
  registered = true
  registerOverlay(orderLine)
  registerOverlay(fillMark)
}

/** The group of everything drawn from the customer's own orders and fills. */
export const ownGroup = 'own'

/** Orders and fills as overlays of the library, in the current colors. */
export function ownOverlays(
  orders: readonly ChartOrder[],
  fills: readonly ChartFill[],
  colors: ChartColors,
  moving: {
    readonly onStart: () => void
    readonly onEnd: (id: string, price: number) => void
    readonly onPlaced: (id: string, y: number) => void
  },
): OverlayCreate[] {
  const colorOf = (side: 'buy' | 'sell'): string => (side === 'buy' ? colors.brand : colors.down)
  const prices = new Map(orders.map(({ id, price }) => [id, Number(price)]))
  return [
    ...orders.map((order) => ({
      name: 'ownOrder',
      id: `order-${order.id}`,
      groupId: ownGroup,
      lock: order.moveLabel === undefined,
      points: [{ value: Number(order.price) }],
      extendData: {
        text: order.label,
        color: colorOf(order.side),
        onColor: colors.onFill,
        below: false,
        movable: order.moveLabel !== undefined,
        id: order.id,
        lines: () => prices,
        ...(order.moveLabel === undefined ? {} : { onPlaced: (y: number) => moving.onPlaced(order.id, y) }),
      },
      ...(order.moveLabel === undefined
        ? {}
        : {
            onPressedMoveStart: moving.onStart,
            onPressedMoveEnd: ({ overlay }: OverlayEvent<unknown>) =>
              moving.onEnd(order.id, overlay.points[0]?.value ?? Number(order.price)),
          }),
    })),
    ...fills.map((fill) => ({
      name: 'ownFill',
      id: `fill-${fill.id}`,
      groupId: ownGroup,
      lock: true,
      points: [{ timestamp: fill.at, value: Number(fill.price) }],
      extendData: { text: fill.letter, color: colorOf(fill.side), onColor: colors.onFill, below: fill.side === 'buy' },
    })),
  ]
}
