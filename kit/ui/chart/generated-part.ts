import type { Chart, IndicatorTemplate, KLineData } from 'klinecharts'
import type { ChartColors } from './chart-styles.ts'
import { faded } from './faded.ts'

// Marks the generated part of a chart: hatched, up to a line labeled with the start of recording. Drawn over candles
// and panes alike, so that volumes carry the same mark as prices.

/** The input of the drawing; one object per chart, changed in place. */
export interface GeneratedLook {
  colors: ChartColors
  /** When recording of the market began; undefined: no candle is generated. */
  since: number | undefined
  /** The label of the line. */
  label: (since: number) => string
}

/** A run of adjacent candles, by index. */
export type Run = readonly [first: number, last: number]

const isGenerated = (bar: KLineData | undefined): boolean => bar?.generated !== undefined

/** Runs of generated candles between two indexes, both included. */
export function generatedRuns(bars: readonly KLineData[], from: number, to: number): readonly Run[] {
  const runs: [number, number][] = []
  for (let place = Math.max(0, from); place <= to; place += 1) {
    if (!isGenerated(bars[place])) continue
    const run = runs.at(-1)
    if (run?.[1] === place - 1) run[1] = place
    else runs.push([place, place])
  }
  return runs
}

/**
 * The index of the first candle that begins after recording started: the line is drawn before it. A candle that spans
 * that moment holds generated prices and lies left of the line. Undefined where no candle is older.
 */
export function firstRecorded(bars: readonly KLineData[], since: number): number | undefined {
  const place = bars.findIndex(({ timestamp }) => timestamp >= since)
  const found = place === -1 ? bars.length : place
  return found === 0 || bars.length === 0 ? undefined : found
}

const generatedName = 'GENERATED'
const mainPane = 'candle_pane'
const hatchPx = 7
const font = '600 11px "Inter", "Inter fallback", system-ui, sans-serif'

/** Implemented as an indicator without figures, because the library lets an indicator draw freely on its pane. */
export const generatedPart: IndicatorTemplate<unknown, unknown, () => GeneratedLook> = {
  name: generatedName,
  shortName: '',
  series: 'price',
  figures: [],
  calc: () => [],
  draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
    const { colors, since, label } = indicator.extendData()
    const bars = chart.getDataList()
    const { from, to } = chart.getVisibleRange()
    const half = chart.getBarSpace().bar / 2
    const left = (place: number): number => xAxis.convertToPixel(place) - half
    for (const [first, last] of generatedRuns(bars, from, Math.min(to, bars.length - 1))) {
      veil(ctx, colors, { x: left(first), width: left(last) + half * 2 - left(first), height: bounding.height })
    }
    const recorded = since === undefined ? undefined : firstRecorded(bars, since)
    if (since !== undefined && recorded !== undefined && bars.some(isGenerated)) {
      const x = left(recorded)
      if (x > 0 && x < bounding.width) border(ctx, colors, x, bounding.height)
      if (x > 0 && indicator.paneId === mainPane) sign(ctx, colors, label(since), Math.min(x, bounding.width), bounding)
    }
    return true
  },
}

function veil(
  ctx: CanvasRenderingContext2D,
  { card, second }: ChartColors,
  { x, width, height }: { readonly x: number; readonly width: number; readonly height: number },
): void {
  ctx.save()
  ctx.beginPath()
  ctx.rect(x, 0, width, height)
  ctx.clip()
  ctx.fillStyle = faded(card, 0.5)
  ctx.fillRect(x, 0, width, height)
  ctx.strokeStyle = faded(second, 0.22)
  ctx.lineWidth = 1
  ctx.beginPath()
  // Starts at a multiple of the step, so that the hatching does not crawl while the chart moves by less than a
  // candle.
  for (let at = Math.floor((x - height) / hatchPx) * hatchPx; at < x + width; at += hatchPx) {
    ctx.moveTo(at, height)
    ctx.lineTo(at + height, 0)
  }
  ctx.stroke()
  ctx.restore()
}

function border(ctx: CanvasRenderingContext2D, { second }: ChartColors, x: number, height: number): void {
  ctx.save()
  ctx.strokeStyle = second
  ctx.lineWidth = 1.5
  ctx.beginPath()
  ctx.moveTo(x, 0)
  ctx.lineTo(x, height)
  ctx.stroke()
  ctx.restore()
}

/** Draws the label: left of the line, or right of it without room; at the edge while the line is off screen. */
function sign(
  ctx: CanvasRenderingContext2D,
  { card, ink, second }: ChartColors,
  text: string,
  x: number,
  bounding: { readonly width: number; readonly height: number },
): void {
  ctx.save()
  ctx.font = font
  const [width, height] = [ctx.measureText(text).width + 14, 20]
  const start = x - width - 5 >= 0 ? x - width - 5 : Math.min(x + 5, bounding.width - width)
  const top = bounding.height - height - 8
  ctx.fillStyle = card
  ctx.strokeStyle = second
  ctx.lineWidth = 1
  ctx.beginPath()
  ctx.roundRect(start, top, width, height, height / 2)
  ctx.fill()
  ctx.stroke()
  ctx.fillStyle = ink
  ctx.textBaseline = 'middle'
  ctx.fillText(text, start + 7, top + height / 2 + 0.5)
  ctx.restore()
}

/** Puts the drawing on a pane of a chart, over what is there. */
export function showGenerated(chart: Chart, look: GeneratedLook, paneId: string): void {
  chart.createIndicator({ name: generatedName, extendData: () => look, paneId }, true)
}
