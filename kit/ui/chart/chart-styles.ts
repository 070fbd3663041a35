import type { DeepPartial, Styles } from 'klinecharts'
import { type ColorToken, readColor } from '../read-color.ts'
import type { ChartLook } from './chart-data.ts'
import { faded } from './faded.ts'
import { lineColors } from './indicators.ts'

/** The theme's colors, resolved to what a canvas can draw with. */
export interface ChartColors {
  readonly ink: string
  readonly second: string
  readonly hair: string
  readonly card: string
  readonly brand: string
  readonly up: string
  readonly down: string
  readonly onFill: string
}

const tokens: Readonly<Record<keyof ChartColors, ColorToken>> = {
  ink: '--ink',
  second: '--second',
  hair: '--hair',
  card: '--card',
  brand: '--brand',
  up: '--up',
  down: '--down',
  onFill: '--on-fill',
}

/** Reads the theme's colors as they are now. */
export function readColors(): ChartColors {
  const colors = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, readColor(token)]))
  return colors as unknown as ChartColors
}

const family = '"Inter", "Inter fallback", system-ui, sans-serif'

/** How the chart looks, from the theme's colors. */
export function chartStyles(colors: ChartColors, look: ChartLook): DeepPartial<Styles> {
  const { ink, second, hair, card, up, down, brand, onFill } = colors
  const axisText = { color: second, family, size: 11 }
  const crosshairText = { color: card, backgroundColor: ink, borderColor: ink, family, size: 11, borderRadius: 4 }
  return {
    grid: { horizontal: { color: hair, style: 'solid' }, vertical: { show: false } },
    candle: { ...candleStyles(colors), type: look === 'line' ? 'area' : 'candle_solid' },
    indicator: {
      bars: [{ upColor: faded(up, 0.4), downColor: faded(down, 0.4), noChangeColor: faded(second, 0.4) }],
      lines: lineColors.map((color) => ({ color, size: 1.4 })),
      tooltip: {
        title: { show: false },
        legend: { color: second, family, size: 11, marginLeft: 12, marginTop: 6, defaultValue: '—' },
      },
      lastValueMark: { show: false },
    },
    xAxis: { axisLine: { color: hair }, tickLine: { show: false }, tickText: axisText },
    yAxis: {
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: { ...axisText, marginStart: 6, marginEnd: 8 },
    },
    separator: { color: hair, size: 1, activeBackgroundColor: faded(brand, 0.1) },
    crosshair: {
      horizontal: { line: { color: second }, text: crosshairText },
      vertical: { line: { color: second }, text: crosshairText },
    },
    overlay: {
      point: {
        color: brand,
        borderColor: faded(brand, 0.35),
        activeColor: brand,
        activeBorderColor: faded(brand, 0.35),
      },
      line: { color: brand, size: 1.4 },
      rect: { color: faded(brand, 0.12), borderColor: brand },
      polygon: { color: faded(brand, 0.12), borderColor: brand },
      circle: { color: faded(brand, 0.12), borderColor: brand },
      arc: { color: brand, size: 1.4 },
      text: { color: onFill, family, size: 12, backgroundColor: brand, borderColor: brand, borderRadius: 4 },
    },
  }
}

/** Candles and the marks of prices. The tooltip is ours (a line above the chart), so the library's is off. */
function candleStyles({ second, up, down, brand, onFill }: ChartColors): NonNullable<DeepPartial<Styles>['candle']> {
  return {
    bar: {
      upColor: up,
      downColor: down,
      noChangeColor: second,
      upBorderColor: up,
      downBorderColor: down,
      noChangeBorderColor: second,
      upWickColor: up,
      downWickColor: down,
      noChangeWickColor: second,
    },
    area: {
      lineColor: brand,
      lineSize: 1.8,
      backgroundColor: [
        { offset: 0, color: faded(brand, 0.02) },
        { offset: 1, color: faded(brand, 0.14) },
      ],
      point: { show: false },
    },
    priceMark: {
      high: { color: second, textFamily: family, textSize: 11 },
      low: { color: second, textFamily: family, textSize: 11 },
      last: {
        upColor: up,
        downColor: down,
        noChangeColor: second,
        line: { style: 'dashed', dashedValue: [3, 3] },
        text: { color: onFill, family, size: 11, weight: 650, borderRadius: 4, paddingLeft: 5, paddingRight: 5 },
      },
    },
    tooltip: { showRule: 'none' },
  }
}
