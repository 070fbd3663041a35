import {
  type IndicatorCreate,
  type IndicatorCreateTooltipDataSourceCallback,
  type IndicatorTemplate,
  type KLineData,
  registerIndicator,
} from 'klinecharts'
import { generatedPart } from './generated-part.ts'

/** An indicator a customer may choose, by the name traders use. */
interface IndicatorChoice {
  readonly id: string
  /** What the library calls it, with its parameters. */
  readonly create: IndicatorCreate
}

const choice = (id: string, name: string, calcParams?: number[]): IndicatorChoice => ({
  id,
  create: { name, shortName: id, ...(calcParams === undefined ? {} : { calcParams }) },
})

/** The colors of an indicator's lines, in order; the legend above the chart uses the same. */
export const lineColors = ['#b26a00', '#8b5cf6', '#2f6bff', '#0a8f8f', '#d1527a'] as const

/** One line of a legend: `SMA5 62.31`, each part in the color of what it names. */
function legendOf(parts: ReadonlyArray<readonly [title: string, value: string, color: string]>) {
  const legends = parts.map(([title, value, color]) => ({
    title: { text: `${title} `, color },
    value: { text: value, color },
  }))
  return { name: '', calcParamsText: '', features: [], legends }
}

type Legend = IndicatorCreateTooltipDataSourceCallback<unknown>

/** The indicator's values under the finger, or at the newest candle. */
function resultAt(
  indicator: { readonly result: readonly unknown[] },
  index: number | undefined,
): Record<string, unknown> {
  const at = indicator.result[index ?? indicator.result.length - 1] ?? indicator.result.at(-1)
  return typeof at === 'object' && at !== null ? (at as Record<string, unknown>) : {}
}

/** Plain digits with a point: the chart formats the figures of a legend like those of its axes. */
const plain = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false })

const averageLegend: Legend = ({ chart, indicator, crosshair }) => {
  const precision = chart.getSymbol()?.pricePrecision ?? 2
  const result = resultAt(indicator, crosshair.dataIndex)
  const write = plain(precision)
  return legendOf(
    indicator.calcParams.map((length, index) => {
      const value = result[`ma${index + 1}`]
      return [`SMA${length}`, typeof value === 'number' ? write.format(value) : '—', lineColors[index] ?? lineColors[0]]
    }),
  )
}

const volumeFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

const volumeLegend: Legend = ({ indicator, crosshair }) => {
  const { volume } = resultAt(indicator, crosshair.dataIndex)
  return legendOf([['VOL', typeof volume === 'number' ? volumeFormat.format(volume) : '—', '#7a869a']])
}

/**
 * Indicators drawn over the candles. SMA is the plain moving average of closes (the library's MA; what it calls SMA is
 * a weighted one known elsewhere as the Chinese SMA).
 */
export const mainIndicators: readonly IndicatorChoice[] = [
  {
    id: 'SMA',
    create: { name: 'MA', shortName: 'SMA', calcParams: [5, 10, 30], createTooltipDataSource: averageLegend },
  },
  choice('EMA', 'EMA', [6, 12, 26]),
  choice('WMA', 'WMA', [10, 30]),
  choice('BOLL', 'BOLL', [20, 2]),
  choice('VWAP', 'VWAP'),
  choice('SAR', 'SAR'),
  choice('BBI', 'BBI'),
]

/** Indicators in a pane of their own below the candles. */
export const subIndicators: readonly IndicatorChoice[] = [
  { id: 'VOL', create: { name: 'VOL', calcParams: [], createTooltipDataSource: volumeLegend } },
  choice('MACD', 'MACD', [12, 26, 9]),
  choice('RSI', 'RSI', [14]),
  choice('KDJ', 'KDJ', [9, 3, 3]),
  choice('ATR', 'ATR', [14]),
  choice('OBV', 'OBV', [30]),
  choice('CCI', 'CCI', [20]),
  choice('ROC', 'ROC', [12, 6]),
  choice('DMI', 'DMI', [14, 6]),
  choice('WR', 'WR', [14]),
  choice('TRIX', 'TRIX', [12, 9]),
  choice('MTM', 'MTM', [12, 6]),
  choice('AO', 'AO', [5, 34]),
  choice('BIAS', 'BIAS', [6, 12, 24]),
  choice('CR', 'CR'),
  choice('PSY', 'PSY', [12, 6]),
  choice('PVT', 'PVT'),
  choice('VR', 'VR', [26, 6]),
]

/** Weighted moving average: the newest close counts `length` times, the oldest once. */
export function weightedAverage(closes: readonly number[], length: number): (number | undefined)[] {
  const divisor = (length * (length + 1)) / 2
  return closes.map((_, index) => {
    if (index < length - 1) return undefined
    let sum = 0
    for (let back = 0; back < length; back += 1) sum += (closes[index - back] ?? 0) * (length - back)
    return sum / divisor
  })
}

interface Bar {
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Average true range after Wilder: the first is the plain mean of `length` true ranges, then (previous × (n−1) + new) / n. */
export function averageTrueRange(bars: readonly Bar[], length: number): (number | undefined)[] {
  let previous: number | undefined
  let seed = 0
  return bars.map((bar, index) => {
    const before = bars[index - 1]?.close ?? bar.close
    const range = Math.max(bar.high - bar.low, Math.abs(bar.high - before), Math.abs(bar.low - before))
    if (index < length) seed += range
    if (index < length - 1) return undefined
    previous = previous === undefined ? seed / length : (previous * (length - 1) + range) / length
    return previous
  })
}

const dayMs = 86_400_000

/**
 * Volume-weighted average price since the start of each day: Σ typical price × volume / Σ volume, typical price being
 * (high + low + close) / 3. Days are distinguished by gaps of a session, or by UTC days where there are none.
 */
export function volumeWeightedPrice(bars: readonly KLineData[]): (number | undefined)[] {
  let paid = 0
  let traded = 0
  let day = -1
  return bars.map((bar) => {
    const today = Math.floor(bar.timestamp / dayMs)
    if (today !== day) {
      day = today
      paid = 0
      traded = 0
    }
    const volume = bar.volume ?? 0
    paid += ((bar.high + bar.low + bar.close) / 3) * volume
    traded += volume
    return traded === 0 ? undefined : paid / traded
  })
}

type Point = Record<string, number | undefined>

const templates: readonly IndicatorTemplate<Point, number>[] = [
  {
    name: 'WMA',
    series: 'price',
    calcParams: [10, 30],
    shouldOhlc: true,
    figures: [
      { key: 'wma0', title: 'WMA10: ', type: 'line' },
      { key: 'wma1', title: 'WMA30: ', type: 'line' },
    ],
    regenerateFigures: (params) =>
      params.map((length, index) => ({ key: `wma${index}`, title: `WMA${length}: `, type: 'line' })),
    calc: (bars, indicator) => {
      const closes = bars.map((bar) => bar.close)
      const lines = indicator.calcParams.map((length) => weightedAverage(closes, length))
      return bars.map((_, at) => Object.fromEntries(lines.map((line, index) => [`wma${index}`, line[at]])))
    },
  },
  {
    name: 'ATR',
    calcParams: [14],
    figures: [{ key: 'atr', title: 'ATR: ', type: 'line' }],
    calc: (bars, indicator) => averageTrueRange(bars, indicator.calcParams[0] ?? 14).map((atr) => ({ atr })),
  },
  {
    name: 'VWAP',
    series: 'price',
    shouldOhlc: true,
    figures: [{ key: 'vwap', title: 'VWAP: ', type: 'line' }],
    calc: (bars) => volumeWeightedPrice(bars).map((vwap) => ({ vwap })),
  },
]

let registered = false

/** Makes our own indicators known to the library, once. */
export function registerIndicators(): void {
  if (registered) return
  registered = true
  for (const template of templates) registerIndicator(template)
  registerIndicator(generatedPart)
}

/** The choice of that name, if there is one: a stored name may be of an older version. */
export function indicatorOf(list: readonly IndicatorChoice[], id: string): IndicatorChoice | undefined {
  return list.find((candidate) => candidate.id === id)
}
