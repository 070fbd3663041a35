import { expect, it, vi } from 'vitest'

// The library looks at the browser when it is loaded; nothing here draws.
vi.stubGlobal('window', { navigator: { userAgent: 'test' } })
const { axisTime, toDrawn } = await import('./chart-data.ts')
const { drawingToolNames, mainIndicatorNames, subIndicatorNames } = await import('./chart-choices.ts')
const { averageTrueRange, mainIndicators, subIndicators, volumeWeightedPrice, weightedAverage } = await import(
  './indicators.ts'
)
const { firstRecorded, generatedRuns } = await import('./generated-part.ts')
const { piecesOf } = await import('../lines/sparkline.tsx')
const { drawingTools } = await import('./drawings.ts')
const { getSupportedIndicators, getSupportedOverlays } = await import('klinecharts')

it('offers exactly what it can draw', () => {
  expect(mainIndicators.map(({ id }) => id)).toEqual([...mainIndicatorNames])
  expect(subIndicators.map(({ id }) => id)).toEqual([...subIndicatorNames])
  expect(drawingTools.map(({ id }) => id)).toEqual([...drawingToolNames])
  const ours = ['WMA', 'ATR', 'VWAP', 'rectangle']
  const known = [...getSupportedIndicators(), ...getSupportedOverlays(), ...ours]
  const named = [...mainIndicators, ...subIndicators]
    .map(({ create }) => create.name)
    .concat(drawingTools.map(({ overlay }) => overlay))
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

it('weighs the newest close most: (1·1 + 2·2 + 3·3) / 6', () => {
  expect(weightedAverage([1, 2, 3, 4], 3)).toEqual([undefined, undefined, 14 / 6, 20 / 6])
})

it('smooths true ranges as Wilder did, gaps included', () => {
  const bars = [
    { high: 10, low: 8, close: 9 },
    { high: 11, low: 9, close: 10 },
    { high: 15, low: 14, close: 14 },
    { high: 14, low: 13, close: 13 },
  ]
  // True ranges 2, 2, 5 (from the close before), 1; length 3: seed 3, then (3·2 + 1) / 3.
  expect(averageTrueRange(bars, 3)).toEqual([undefined, undefined, 3, 7 / 3])
})

it('starts the volume-weighted price again each day and says nothing before anything traded', () => {
  const day = 1_700_006_400_000
  const bar = (timestamp: number, price: number, volume: number) => ({
    timestamp,
    open: price,
    high: price,
    low: price,
    close: price,
    volume,
  })
  expect(
    volumeWeightedPrice([
      bar(day, 10, 0),
      bar(day + 60_000, 10, 1),
      bar(day + 120_000, 20, 3),
      bar(day + 86_400_000, 5, 2),
    ]),
  ).toEqual([undefined, 10, 17.5, 5])
})

it('writes axis times in the chart’s zone', () => {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: 'America/Mexico_City',
    hour12: false,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const at = Date.UTC(2026, 10, 21, 6, 0)
  expect(axisTime(at, '15m', format, false)).toBe('21-11')
  expect(axisTime(at + 3_600_000, '15m', format, false)).toBe('01:00')
  expect(axisTime(at, '1M', format, false)).toBe('11-2026')
  expect(axisTime(at, '1h', format, true)).toBe('21-11-2026 00:00')
})

it('draws what the wire says', () => {
  expect(toDrawn({ start: 1, open: '62.40', high: '63', low: '61.5', close: '62.48', volume: '1200' })).toEqual({
    timestamp: 1,
    open: 62.4,
    high: 63,
    low: 61.5,
    close: 62.48,
    volume: 1200,
  })
})

const bar = (timestamp: number, generated?: 'whole' | 'part') => ({
  ...{ timestamp, open: 1, high: 1, low: 1, close: 1 },
  generated,
})

it('puts the line before the first candle that begins recorded, behind one that spans the moment', () => {
  const bars = [bar(0, 'whole'), bar(10, 'part'), bar(20), bar(30)]
  expect(firstRecorded(bars, 15)).toBe(2)
  expect(firstRecorded(bars, 20)).toBe(2)
  // The newest candle spans it: the line is at its right edge.
  expect(firstRecorded(bars.slice(0, 2), 15)).toBe(2)
  // Nothing older is loaded: there is nothing to divide.
  expect(firstRecorded(bars.slice(2), 15)).toBeUndefined()
  expect(firstRecorded([], 15)).toBeUndefined()
})

it('hatches runs of generated candles within what is visible, gaps later on included', () => {
  const bars = [bar(0, 'whole'), bar(10, 'part'), bar(20), bar(30, 'whole'), bar(40)]
  expect(generatedRuns(bars, 0, 4)).toEqual([
    [0, 1],
    [3, 3],
  ])
  expect(generatedRuns(bars, 1, 2)).toEqual([[1, 1]])
  expect(generatedRuns(bars, -3, 9)).toEqual(generatedRuns(bars, 0, 4))
})

it('cuts a line where it goes over to recorded points; a stretch with a generated end is generated', () => {
  const line = '0,0 1,1 2,2 3,3'
  const generated = (...places: number[]) => piecesOf(line, (place) => places.includes(place))
  expect(generated()).toEqual([{ points: line, generated: false }])
  expect(generated(0, 1)).toEqual([
    { points: '0,0 1,1 2,2', generated: true },
    { points: '2,2 3,3', generated: false },
  ])
  expect(generated(3)).toEqual([
    { points: '0,0 1,1 2,2', generated: false },
    { points: '2,2 3,3', generated: true },
  ])
})
