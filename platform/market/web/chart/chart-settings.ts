import { drawingToolNames, mainIndicatorNames, subIndicatorNames } from '@bolsillo/ui'
import type { ChartInterval, ChartLook, StoredDrawing } from '@bolsillo/ui/chart'
import { readStored, writeStored } from '@bolsillo/web-kit'
import { intervals } from '../../contract/index.ts'

// What the customer chose for the chart, kept in this browser under the specification's names (mainInd, subInd).

/** More than this does not fit a phone. */
const mainMax = 3
const subMax = 3

function chosen(stored: string, known: readonly string[], most: number): readonly string[] | undefined {
  if (stored === '') return undefined
  return stored
    .split(',')
    .filter((name) => known.includes(name))
    .slice(0, most)
}

/** The indicators over the candles that were chosen here; undefined while the published setting says which. */
export function readMainIndicators(): readonly string[] | undefined {
  return chosen(readStored('mainInd'), mainIndicatorNames, mainMax)
}

/** The same of those below the candles. */
export function readSubIndicators(): readonly string[] | undefined {
  return chosen(readStored('subInd'), subIndicatorNames, subMax)
}

// An empty choice must not read as "never chosen".
const none = 'none'
export const keepMainIndicators = (names: readonly string[]): void => writeStored('mainInd', names.join() || none)
export const keepSubIndicators = (names: readonly string[]): void => writeStored('subInd', names.join() || none)

/** The list with a name added or taken out; the oldest goes when there is no room. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  if (names.includes(name)) return names.filter((one) => one !== name)
  return [...names, name].slice(-mainMax)
}

/** The interval last looked at; 15 minutes at first. */
export function readInterval(): ChartInterval {
  return intervals.find((one) => one === readStored('klineInterval')) ?? '15m'
}
export const keepInterval = (interval: ChartInterval): void => writeStored('klineInterval', interval)

/** Whether the price is drawn as candles or as a line; candles at first. */
export function readLook(): ChartLook {
  return readStored('klineLook') === 'line' ? 'line' : 'candles'
}
export const keepLook = (look: ChartLook): void => writeStored('klineLook', look)

const drawingsKey = (symbol: string): string => `drawings:${symbol}`

function isDrawing(value: unknown): value is StoredDrawing {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tool' in value &&
    'points' in value &&
    Array.isArray(value.points) &&
    drawingToolNames.some((name) => name === value.tool)
  )
}

/** What was drawn on an instrument's chart. */
export function readDrawings(symbol: string): readonly StoredDrawing[] {
  try {
    const stored: unknown = JSON.parse(readStored(drawingsKey(symbol)) || '[]')
    return Array.isArray(stored) ? stored.filter(isDrawing) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
export const keepDrawings = (symbol: string, drawings: readonly StoredDrawing[]): void =>
  writeStored(drawingsKey(symbol), JSON.stringify(drawings))
