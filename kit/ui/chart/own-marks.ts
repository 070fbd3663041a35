import { type OverlayCreate, type OverlayTemplate, registerOverlay } from 'klinecharts'
import type { ChartColors } from './chart-styles.ts'

/** A customer's open order, drawn as a dashed line with a label. */
export interface ChartOrder {
  readonly id: string
  /** `Compra 50 · 60.88` */
  readonly label: string
  readonly price: string
  readonly side: 'buy' | 'sell'
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
}

const labelHeight = 18
const padding = 8

const orderLine: OverlayTemplate<MarkStyle> = {
  name: 'ownOrder',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const y = coordinates[0]?.y ?? 0
    const { text, color, onColor } = overlay.extendData
    return [
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
        attrs: { x: 6, y, text, align: 'left', baseline: 'middle' },
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
        ignoreEvent: true,
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

/** The library's form of orders and fills, in the colours of the moment. */
export function ownOverlays(
  orders: readonly ChartOrder[],
  fills: readonly ChartFill[],
  colors: ChartColors,
): OverlayCreate[] {
  const colorOf = (side: 'buy' | 'sell'): string => (side === 'buy' ? colors.brand : colors.down)
  return [
    ...orders.map((order) => ({
      name: 'ownOrder',
      id: `order-${order.id}`,
      groupId: ownGroup,
      lock: true,
      points: [{ value: Number(order.price) }],
      extendData: { text: order.label, color: colorOf(order.side), onColor: colors.onFill, below: false },
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
