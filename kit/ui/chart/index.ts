export { CandleChart, type CandleChartProps, type CandleSource, type ChartHandle } from './candle-chart.tsx'
export { type ChartCandle, type ChartInterval, type ChartLook, chartIntervals } from './chart-data.ts'
export type { StoredDrawing } from './drawings.ts'
export type { ChartFill, ChartOrder } from './own-marks.ts'
