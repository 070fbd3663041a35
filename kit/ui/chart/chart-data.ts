import type { KLineData, Period } from 'klinecharts'

/** A candle as the wire writes it: decimal texts, `start` in epoch milliseconds. */
export interface ChartCandle {
  readonly start: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  /** All of it or a part was generated: nobody traded it. Left out: it was recorded. */
  readonly generated?: 'whole' | 'part' | undefined
}

/** How prices are drawn: a candle for each interval, or one line through the closes. */
export type ChartLook = 'candles' | 'line'

/** The intervals a chart knows, as the contract spells them. */
export const chartIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const
export type ChartInterval = (typeof chartIntervals)[number]

const periods: Readonly<Record<ChartInterval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
}

/** The library's name of an interval. */
export function periodOf(interval: ChartInterval): Period {
  return periods[interval]
}

/** A candle as the library draws it. Numbers are for drawing only: pixels need no more than a double holds. */
export function toDrawn(candle: ChartCandle): KLineData {
  return {
    timestamp: candle.start,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    volume: Number(candle.volume),
    generated: candle.generated,
  }
}

/**
 * How a time on the axis reads: the hour within a day, the day within a month, the month and year beyond.
 * @param format the library's own, in the chart's zone: making another costs 30 ms on a fast machine.
 * @param whole the whole date, for the crosshair.
 */
export function axisTime(at: number, interval: ChartInterval, format: Intl.DateTimeFormat, whole: boolean): string {
  const parts = new Map<string, string>(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (name: string): string => (parts.get(name) ?? '').padStart(2, '0')
  const date = `${part('day')}-${part('month')}`
  // The library's format may say 24 for midnight.
  const time = `${part('hour') === '24' ? '00' : part('hour')}:${part('minute')}`
  const daily = interval === '1d' || interval === '1w' || interval === '1M'
  if (whole) return daily ? `${date}-${part('year')}` : `${date}-${part('year')} ${time}`
  if (interval === '1M') return `${part('month')}-${part('year')}`
  if (daily) return date
  return time === '00:00' ? date : time
}
