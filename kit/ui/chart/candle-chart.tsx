import { formatDecimal, type NumberStyle } from '@bolsillo/kernel'
import { type Chart, type DataLoader, dispose, init, type KLineData, type Options } from 'klinecharts'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { classes } from '../classes.ts'
import { onThemeChange } from '../read-color.ts'
import { axisTime, type ChartCandle, type ChartInterval, type ChartLook, periodOf, toDrawn } from './chart-data.ts'
import { chartStyles, readColors } from './chart-styles.ts'
import {
  clearDrawings,
  drawingsOf,
  registerDrawings,
  restoreDrawings,
  type StoredDrawing,
  startDrawing,
  undoDrawing,
} from './drawings.ts'
import { type GeneratedLook, showGenerated } from './generated-part.ts'
import { indicatorOf, mainIndicators, registerIndicators, subIndicators } from './indicators.ts'
import { type ChartFill, type ChartOrder, ownGroup, ownOverlays, registerMarks } from './own-marks.ts'

/** The source of candles, in ascending order of time. */
export interface CandleSource {
  /** Up to a page of candles older than `before` (undefined: the newest), and whether there are older ones. */
  readonly load: (before: number | undefined) => Promise<{
    readonly candles: readonly ChartCandle[]
    readonly more: boolean
    /** When recording of the market began; omitted where no candle is generated. */
    readonly recordedSince?: number | undefined
  }>
  /** Calls `onCandle` whenever the newest candle changes. Returns the function that stops it. */
  readonly follow: (onCandle: (candle: ChartCandle) => void) => () => void
}

/** What a page can ask of a chart that is on the screen. */
export interface ChartHandle {
  readonly draw: (tool: string) => void
  readonly undoDrawing: () => void
  readonly clearDrawings: () => void
  readonly toNewest: () => void
}

export interface CandleChartProps {
  readonly symbol: string
  readonly interval: ChartInterval
  readonly look: ChartLook
  readonly source: CandleSource
  readonly priceDecimals: number
  readonly volumeDecimals: number
  /** How digits are separated. */
  readonly numbers: NumberStyle
  /** IANA zone of the time axis. */
  readonly zone: string
  /** Indicators over the candles, and in panes below, by their names. */
  readonly main: readonly string[]
  readonly sub: readonly string[]
  readonly orders: readonly ChartOrder[]
  readonly fills: readonly ChartFill[]
  readonly drawings: readonly StoredDrawing[]
  readonly onDrawings: (drawings: readonly StoredDrawing[]) => void
  /**
   * A movable order's line was dropped at another price. The line returns to its place; the page asks for
   * confirmation.
   */
  readonly onMoved?: (id: string, price: string) => void
  /** The candle under the finger; undefined when it is lifted. */
  readonly onPoint?: (candle: ChartCandle | undefined) => void
  /** The first candles are drawn; called with their number. */
  readonly onReady?: (count: number) => void
  /** The label of the line between generated and recorded candles. */
  readonly recordedLabel: (since: number) => string
  readonly onFailure?: () => void
  /** What the picture shows, for those who cannot see it; the page offers the same data as a table. */
  readonly label: string
  readonly className?: string
  readonly ref?: Ref<ChartHandle>
}

const mainPane = 'candle_pane'
const subPaneHeight = 84
const animationMs = 200

/** A price of the picture as the wire writes it. */
function writePrice(value: number, decimals: number): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  })
}

function fromDrawn(bar: KLineData, decimals: number, volumeDecimals: number): ChartCandle {
  const write = (value: number): string => writePrice(value, decimals)
  return {
    start: bar.timestamp,
    open: write(bar.open),
    high: write(bar.high),
    low: write(bar.low),
    close: write(bar.close),
    volume: (bar.volume ?? 0).toLocaleString('en-US', { maximumFractionDigits: volumeDecimals, useGrouping: false }),
  }
}

/**
 * Formats a figure of the canvas in the customer's style; one that ends in a letter (`7.2M`) only changes its point.
 */
function dress(text: string, numbers: NumberStyle): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? formatDecimal(text, numbers) : text.replace('.', numbers.point)
}

/**
 * The library's loader over our source. A generation number discards late answers for an earlier symbol or interval.
 */
function loaderOf(
  props: { readonly current: CandleChartProps },
  generation: { current: number },
  tellBusy: (isBusy: boolean) => void,
  look: GeneratedLook,
): DataLoader {
  let stop: (() => void) | undefined
  return {
    getBars: async ({ type, timestamp, callback }) => {
      const mine = generation.current
      if (type === 'backward' || type === 'update') {
        callback([], false)
        return
      }
      try {
        const { candles, more, recordedSince } = await props.current.source.load(
          type === 'forward' ? (timestamp ?? undefined) : undefined,
        )
        if (mine !== generation.current) return
        look.since = recordedSince
        callback(candles.map(toDrawn), { forward: more, backward: false })
        if (type !== 'init') return
        tellBusy(false)
        props.current.onReady?.(candles.length)
      } catch {
        if (mine !== generation.current) return
        callback([], false)
        if (type === 'init') props.current.onFailure?.()
      }
    },
    subscribeBar: ({ callback }) => {
      stop?.()
      const mine = generation.current
      stop = props.current.source.follow((candle) => {
        if (mine === generation.current) callback(toDrawn(candle))
      })
    },
    unsubscribeBar: () => {
      stop?.()
      stop = undefined
    },
  }
}

function showIndicators(chart: Chart, main: readonly string[], sub: readonly string[], look: GeneratedLook): void {
  chart.removeIndicator()
  for (const id of main) {
    const chosen = indicatorOf(mainIndicators, id)
    if (chosen !== undefined) chart.createIndicator({ ...chosen.create, paneId: mainPane }, true)
  }
  showGenerated(chart, look, mainPane)
  for (const id of sub) {
    const chosen = indicatorOf(subIndicators, id)
    if (chosen === undefined) continue
    const paneId = `sub-${id}`
    chart.createIndicator({ ...chosen.create, paneId })
    chart.setPaneOptions({ id: paneId, height: subPaneHeight, minHeight: 48 })
    showGenerated(chart, look, paneId)
  }
}

/**
 * Candles with indicators, drawing tools and the customer's own orders and fills, live. The only component that knows
 * the chart library; pages load it lazily.
 */
export function CandleChart(props: CandleChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart | null>(null)
  const latest = useRef(props)
  latest.current = props
  const generation = useRef(0)
  const look = useRef<GeneratedLook | null>(null)
  const moving = useRef(false)
  const handles = useRef(new Map<string, HTMLButtonElement>())

  useEffect(() => {
    const element = place.current
    if (element === null) return undefined
    registerIndicators()
    registerMarks()
    registerDrawings()
    const drawn: GeneratedLook = {
      colors: readColors(),
      since: undefined,
      label: (since) => latest.current.recordedLabel(since),
    }
    look.current = drawn
    const made = init(element, optionsOf(latest, drawn))
    if (made === null) return undefined
    chart.current = made
    const stop = connect(made, element, drawn, { latest, generation, moving, handles })
    return () => {
      generation.current += 1
      stop()
      chart.current = null
      dispose(element)
    }
  }, [])
  usePicture(props, { place, chart, latest, generation, look, moving, handles })
  useImperativeHandle(props.ref, () => handleOf(chart, latest), [])

  return (
    <div className={classes('relative', props.className)}>
      <div ref={place} role="img" aria-label={props.label} className="h-full w-full" />
      {props.orders.map(
        ({ id, moveLabel, price }) =>
          moveLabel !== undefined && (
            // Lies over the line's label for keyboard users; pointer events pass through to the line.
            <button
              key={id}
              type="button"
              ref={(button) => {
                if (button === null) handles.current.delete(id)
                else handles.current.set(id, button)
              }}
              onClick={() => latest.current.onMoved?.(id, price)}
              className="pointer-events-none absolute left-0 h-11 w-50 -translate-y-1/2 truncate rounded-field bg-brand text-12 text-on-fill opacity-0 focus-visible:opacity-100"
            >
              {moveLabel}
            </button>
          ),
      )}
    </div>
  )
}

/** What the library is made with. */
function optionsOf(latest: { readonly current: CandleChartProps }, { colors }: GeneratedLook): Options {
  return {
    styles: chartStyles(colors, latest.current.look),
    timezone: latest.current.zone,
    // The library writes figures with a point; this is its last step before the canvas.
    thousandsSeparator: { format: (value) => dress(String(value), latest.current.numbers) },
    layout: { barSpaceLimit: { min: 1, max: 40 } },
    formatter: {
      formatDate: ({ dateTimeFormat, timestamp, type }) =>
        axisTime(timestamp, latest.current.interval, dateTimeFormat, type !== 'xAxis'),
    },
  }
}

/** What a chart on the screen is given while it is there: the newest props, and what is under way. */
interface ChartState {
  readonly latest: { readonly current: CandleChartProps }
  /** Counts symbols and intervals: an answer for an earlier one is discarded. */
  readonly generation: { current: number }
  /** One of the own lines is being dragged. */
  readonly moving: { current: boolean }
  readonly handles: { readonly current: ReadonlyMap<string, HTMLElement> }
}

/** Connects a chart with its source, the finger, the theme and its size. Returns the function that stops it. */
function connect(made: Chart, element: HTMLElement, drawn: GeneratedLook, state: ChartState): () => void {
  const { latest, generation } = state
  // The library sets tabindex 1, which would put it first in the tab order.
  element.querySelector('[tabindex="1"]')?.setAttribute('tabindex', '0')
  made.setOffsetRightDistance(12)
  made.setBarSpace(6)
  made.setDataLoader(loaderOf(latest, generation, (isBusy) => tellBusy(element, isBusy), drawn))
  const point = (cross: unknown): void => {
    // The library says where the cross is, not on which candle.
    const x = typeof cross === 'object' && cross !== null && 'x' in cross ? Number(cross.x) : Number.NaN
    const [at] = Number.isNaN(x) ? [] : [made.convertFromPixel([{ x }], { paneId: mainPane })].flat()
    const bar = made.getDataList()[at?.dataIndex ?? -1]
    const { priceDecimals, volumeDecimals, onPoint } = latest.current
    onPoint?.(bar === undefined ? undefined : fromDrawn(bar, priceDecimals, volumeDecimals))
  }
  made.subscribeAction('onCrosshairChange', point)
  const restyle = (): void => {
    drawn.colors = readColors()
    made.setStyles(chartStyles(drawn.colors, latest.current.look))
    drawOwn(made, state)
  }
  const stopThemes = onThemeChange(restyle)
  const sizes = new ResizeObserver(() => made.resize())
  sizes.observe(element)
  return () => {
    stopThemes()
    sizes.disconnect()
  }
}

interface PictureRefs extends ChartState {
  readonly place: { readonly current: HTMLDivElement | null }
  readonly chart: { readonly current: Chart | null }
  readonly look: { readonly current: GeneratedLook | null }
}

/** Keeps the picture as the props say: instrument and interval, drawings, indicators, own lines, zone. */
function usePicture(props: CandleChartProps, refs: PictureRefs): void {
  const { symbol, interval, priceDecimals, volumeDecimals, zone, main, sub, orders, fills } = props
  const { place, chart, latest, generation, look, moving, handles } = refs
  useEffect(() => {
    const made = chart.current
    if (made === null) return
    generation.current += 1
    if (place.current !== null) tellBusy(place.current, true)
    made.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: volumeDecimals })
    made.setPeriod(periodOf(interval))
  }, [place, chart, generation, symbol, interval, priceDecimals, volumeDecimals])

  useEffect(() => {
    const made = chart.current
    if (made === null) return
    const changed = (): void => latest.current.onDrawings(drawingsOf(made))
    clearQuietly(made)
    restoreDrawings(made, latest.current.drawings, changed)
    void symbol
  }, [chart, latest, symbol])

  const mainKey = main.join()
  const subKey = sub.join()
  useEffect(() => {
    if (chart.current === null || look.current === null) return
    const listed = (key: string): readonly string[] => (key === '' ? [] : key.split(','))
    showIndicators(chart.current, listed(mainKey), listed(subKey), look.current)
  }, [chart, look, mainKey, subKey])

  useEffect(() => {
    if (look.current !== null) chart.current?.setStyles(chartStyles(look.current.colors, props.look))
  }, [chart, look, props.look])
  const ownKey = JSON.stringify([orders, fills])
  useEffect(() => {
    void ownKey
    if (chart.current !== null) drawOwn(chart.current, { latest, generation, moving, handles })
  }, [chart, latest, generation, moving, handles, ownKey])

  useEffect(() => {
    if (chart.current !== null && chart.current.getTimezone() !== zone) chart.current.setTimezone(zone)
  }, [chart, zone])
}

function handleOf(
  chart: { readonly current: Chart | null },
  latest: { readonly current: CandleChartProps },
): ChartHandle {
  const withChart = (work: (made: Chart) => void) => () => {
    if (chart.current !== null) work(chart.current)
  }
  const changed = (): void => {
    if (chart.current !== null) latest.current.onDrawings(drawingsOf(chart.current))
  }
  return {
    draw: (tool) => withChart((made) => startDrawing(made, tool, changed))(),
    undoDrawing: withChart((made) => undoDrawing(made)),
    clearDrawings: withChart((made) => clearDrawings(made)),
    toNewest: withChart((made) =>
      made.scrollToRealTime(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : animationMs),
    ),
  }
}

/** Marks the chart as busy while its first candles are loading. */
function tellBusy(element: HTMLElement, isBusy: boolean): void {
  element.setAttribute('aria-busy', String(isBusy))
}

/** Redraws orders and fills, but not while one of them is dragged. */
function drawOwn(chart: Chart, state: ChartState): void {
  const { latest, moving, handles } = state
  if (moving.current) return
  const { orders, fills, priceDecimals, onMoved } = latest.current
  chart.removeOverlay({ groupId: ownGroup })
  const hands = {
    onStart: () => {
      moving.current = true
    },
    onPlaced: (id: string, y: number) => {
      const button = handles.current.get(id)
      if (button !== undefined) button.style.top = `${y}px`
    },
    onEnd: (id: string, price: number) => {
      moving.current = false
      drawOwn(chart, state)
      onMoved?.(id, writePrice(price, priceDecimals))
    },
  }
  for (const overlay of ownOverlays(orders, fills, readColors(), hands)) chart.createOverlay(overlay)
}

/** Removes drawings without calling their listeners: they belong to another instrument. */
function clearQuietly(chart: Chart): void {
  for (const overlay of chart.getOverlays({ groupId: 'drawings' })) {
    chart.overrideOverlay({ id: overlay.id, onRemoved: null })
    chart.removeOverlay({ id: overlay.id })
  }
}
