// The names a page offers before the chart itself is loaded. Kept apart from the library, and equal to what it draws: a
// test compares them.

/** Indicators over the candles. The specification's default is SMA. */
export const mainIndicatorNames = ['SMA', 'EMA', 'WMA', 'BOLL', 'VWAP', 'SAR', 'BBI'] as const

/** Indicators below the candles. The specification's default is VOL. */
export const subIndicatorNames = [
  'VOL',
  'MACD',
  'RSI',
  'KDJ',
  'ATR',
  'OBV',
  'CCI',
  'ROC',
  'DMI',
  'WR',
  'TRIX',
  'MTM',
  'AO',
  'BIAS',
  'CR',
  'PSY',
  'PVT',
  'VR',
] as const

/** Drawing tools. */
export const drawingToolNames = [
  'trend',
  'ray',
  'line',
  'horizontal',
  'vertical',
  'price',
  'channel',
  'parallel',
  'fibonacci',
  'rectangle',
] as const
export type DrawingToolName = (typeof drawingToolNames)[number]
