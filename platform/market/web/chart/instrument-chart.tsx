import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { FullScreen, Note, Skeleton, useUi } from '@bolsillo/ui'
import type {
  CandleSource,
  ChartCandle,
  ChartFill,
  ChartHandle,
  ChartInterval,
  ChartLook,
  ChartOrder,
} from '@bolsillo/ui/chart'
import { useCall, useWords } from '@bolsillo/web-kit'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { readMarketFacts } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { GeneratedMark, useSinceText } from '../generated-mark.tsx'
import { type LoadCandles, useCandleSource } from './candle-source.ts'
import { CandleTable } from './candle-table.tsx'
import { CandleValues } from './candle-values.tsx'
import { ChartBar } from './chart-bar.tsx'
import { DrawingSheet, IndicatorSheet, ViewSheet } from './chart-choices.tsx'
import * as settings from './chart-settings.ts'

const CandleChart = lazy(() => import('@bolsillo/ui/chart').then((chart) => ({ default: chart.CandleChart })))

export interface InstrumentChartProps {
  readonly symbol: string
  readonly ticker: string
  readonly decimals: number
  readonly volumeDecimals: number
  /** The zone a day belongs to: an exchange's, or UTC. Shorter candles follow the customer's. */
  readonly dayZone: string
  readonly load: LoadCandles
  /** The customer's open orders and triggers, and fills. */
  readonly orders: readonly ChartOrder[]
  readonly fills: readonly ChartFill[]
  /** A line that may be moved was let go at another price; nothing has been sent. */
  readonly onMoved?: (id: string, price: string) => void
}

/** A day's candle belongs to a day of the market, so its axis follows the market's zone. */
function isDaily(interval: ChartInterval): boolean {
  return interval === '1d' || interval === '1w' || interval === '1M'
}

/** What the customer chose for the chart, kept for the next time; the indicators are the published ones until then. */
function useChartSettings(symbol: string) {
  const [interval, setInterval] = useState<ChartInterval>(settings.readInterval)
  const [look, setLook] = useState<ChartLook>(settings.readLook)
  const [chosenMain, setMain] = useState(settings.readMainIndicators)
  const [chosenSub, setSub] = useState(settings.readSubIndicators)
  const [standardMain, standardSub] = [useSetting(appSettings.mainIndicator), useSetting(appSettings.subIndicator)]
  const main = useMemo(() => chosenMain ?? [standardMain], [chosenMain, standardMain])
  const sub = useMemo(() => chosenSub ?? [standardSub], [chosenSub, standardSub])
  const [drawings, setDrawings] = useState(() => settings.readDrawings(symbol))
  const keepDrawings = useCallback(
    (next: typeof drawings) => {
      setDrawings(next)
      settings.keepDrawings(symbol, next)
    },
    [symbol],
  )
  return {
    interval,
    chooseInterval: (next: ChartInterval): void => {
      setInterval(next)
      settings.keepInterval(next)
    },
    look,
    chooseLook: (next: ChartLook): void => {
      setLook(next)
      settings.keepLook(next)
    },
    main,
    toggleMain: (name: string): void => {
      const next = settings.toggled(main, name)
      setMain(next)
      settings.keepMainIndicators(next)
    },
    sub,
    toggleSub: (name: string): void => {
      const next = settings.toggled(sub, name)
      setSub(next)
      settings.keepSubIndicators(next)
    },
    drawings,
    keepDrawings,
  }
}

// A phone on its side: wider than high, too low for a page, and held in a hand.
const turned = '(orientation: landscape) and (max-height: 500px) and (pointer: coarse)'

/** Whether the chart fills the screen: from a button, and while the phone is turned. */
function useFullChart(): {
  readonly isOpen: boolean
  readonly open: () => void
  readonly close: () => void
} {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const phone = matchMedia(turned)
    const follow = (): void => {
      // What lies over the page has the screen: a form is not covered by a chart.
      if (phone.matches && document.querySelector('dialog[open]') === null) setOpen(true)
      else if (!phone.matches) setOpen(false)
    }
    follow()
    phone.addEventListener('change', follow)
    return () => phone.removeEventListener('change', follow)
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

type ChartSheet = 'indicators' | 'drawing' | 'table' | 'view'

/** The chart of an instrument with its interval bar, indicators, drawing tools, and the same data as a table. */
export function InstrumentChart(props: InstrumentChartProps) {
  const { symbol, decimals, dayZone, load } = props
  const t = useWords<Messages>('market')
  const { zone: ownZone } = useUi()
  const chart = useRef<ChartHandle>(null)
  const chosen = useChartSettings(symbol)
  const { interval, sub } = chosen
  const [sheet, setSheet] = useState<ChartSheet>()
  const full = useFullChart()
  // Asked for by the ribbon already: the mark is there before the candles are, and moves nothing.
  const { recordedSince } = useCall(readMarketFacts, {}).data ?? {}
  const source = useCandleSource(symbol, interval, load)
  const zone = isDaily(interval) ? dayZone : ownZone
  const view = { ...props, chosen, chart, source, zone, onSheet: setSheet }
  const sheets = (
    <ChartSheets sheet={sheet} onSheet={setSheet} chosen={chosen} chart={chart} table={{ source, decimals, zone }} />
  )
  return (
    <>
      {full.isOpen ? (
        <div style={{ height: `calc(${heightOf(sub)} + 2.75rem)` }} className="shrink-0 bg-card" />
      ) : (
        <ChartView {...view} height={heightOf(sub)} onFull={full.open} />
      )}
      {recordedSince !== undefined && (
        <GeneratedMark since={recordedSince} of={['chart']} className="border-hair border-t bg-card px-4" />
      )}
      <FullScreen open={full.isOpen} onClose={full.close} label={t('kline.full', { ticker: props.ticker })}>
        <ChartView {...view} isFull onFull={full.close} />
        {sheets}
      </FullScreen>
      {!full.isOpen && sheets}
    </>
  )
}

/** How long the figures of a candle stay after the finger came to rest. */
const pointedMs = 4_000

const heightOf = (sub: readonly string[]): string => `${22 + Math.max(sub.length, 1) * 3}rem`

interface ChartViewProps extends InstrumentChartProps {
  readonly chosen: ReturnType<typeof useChartSettings>
  readonly chart: RefObject<ChartHandle | null>
  readonly source: CandleSource
  readonly zone: string
  readonly onSheet: (sheet: ChartSheet) => void
  /** How high it is on a page; over the whole screen it takes what there is. */
  readonly height?: string
  readonly isFull?: boolean
  /** To the whole screen, and back from it. */
  readonly onFull: () => void
}

/** The bar of intervals, or the candle under the finger in its place, and the chart. */
function ChartView(props: ChartViewProps) {
  const { decimals, chosen, zone, isFull = false, height } = props
  const { interval } = chosen
  const [failed, setFailed] = useState(false)
  const [pointed, setPointed] = useState<ChartCandle>()
  useEffect(() => {
    // A finger that was lifted leaves its cross on the chart; the intervals come back all the same.
    const timer = setTimeout(() => setPointed(undefined), pointedMs)
    return () => clearTimeout(timer)
  }, [pointed])
  const choose = (next: ChartInterval): void => {
    setFailed(false)
    chosen.chooseInterval(next)
  }
  const values = pointed && (
    <CandleValues candle={pointed} decimals={decimals} zone={zone} isDaily={isDaily(interval)} />
  )
  return (
    <>
      <ChartBar
        interval={interval}
        onInterval={choose}
        onSheet={props.onSheet}
        isFull={isFull}
        onFull={props.onFull}
        values={values}
      />
      <div
        id="kline-chart"
        role="tabpanel"
        className={isFull ? 'relative min-h-0 flex-1 bg-card' : 'relative h-[25rem] shrink-0 bg-card'}
        style={height === undefined ? undefined : { height }}
      >
        <Picture {...props} failed={failed} onFailure={() => setFailed(true)} onPoint={setPointed} />
      </div>
    </>
  )
}

/** The candles or the line, with everything over them. */
function Picture(
  props: ChartViewProps & {
    readonly failed: boolean
    readonly onFailure: () => void
    readonly onPoint: (candle: ChartCandle | undefined) => void
  },
) {
  const { symbol, ticker, decimals, volumeDecimals, onMoved, chosen } = props
  const t = useWords<Messages>('market')
  const { style } = useUi()
  const sinceText = useSinceText()
  return (
    <>
      {props.failed && <Note className="absolute inset-x-4 top-9 z-10">{t('kline.failed')}</Note>}
      <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
        <CandleChart
          ref={props.chart}
          symbol={symbol}
          interval={chosen.interval}
          look={chosen.look}
          source={props.source}
          priceDecimals={decimals}
          volumeDecimals={volumeDecimals}
          numbers={style}
          zone={props.zone}
          main={chosen.main}
          sub={chosen.sub}
          orders={props.orders}
          fills={props.fills}
          drawings={chosen.drawings}
          onDrawings={chosen.keepDrawings}
          {...(onMoved === undefined ? {} : { onMoved })}
          onPoint={props.onPoint}
          recordedLabel={(since) => t('generated.since', { time: sinceText(since) })}
          onFailure={props.onFailure}
          label={t('kline.chartLabel', { ticker, interval: t(`kline.intervals.${chosen.interval}`) })}
          className="h-full w-full"
        />
      </Suspense>
    </>
  )
}

/** The placeholder while an instrument and its chart are loading. */
export function InstrumentSkeleton() {
  return (
    <>
      <div className="space-y-2 px-4 pt-2">
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-9 w-32" />
        <Skeleton className="h-4 w-28" />
      </div>
      <Skeleton className="mt-12 h-[26rem] w-full rounded-none" />
    </>
  )
}

/** What is chosen for the chart in sheets over it: indicators, drawing tools, its data as a table. */
function ChartSheets(props: {
  readonly sheet: ChartSheet | undefined
  readonly onSheet: (sheet: ChartSheet | undefined) => void
  readonly chosen: ReturnType<typeof useChartSettings>
  readonly chart: RefObject<ChartHandle | null>
  readonly table: { readonly source: CandleSource; readonly decimals: number; readonly zone: string }
}) {
  const { sheet, onSheet, chosen, chart, table } = props
  const { interval, main, sub, drawings } = chosen
  const close = (open: boolean): void => (open ? undefined : onSheet(undefined))
  return (
    <>
      <IndicatorSheet
        onTable={() => onSheet('table')}
        open={sheet === 'indicators'}
        onOpenChange={close}
        main={main}
        sub={sub}
        onMain={chosen.toggleMain}
        onSub={chosen.toggleSub}
      />
      <DrawingSheet
        open={sheet === 'drawing'}
        onOpenChange={close}
        onTool={(tool) => chart.current?.draw(tool)}
        onUndo={() => chart.current?.undoDrawing()}
        onClear={() => chart.current?.clearDrawings()}
        drawings={drawings.length}
      />
      <ViewSheet
        open={sheet === 'view'}
        onOpenChange={close}
        interval={interval}
        onInterval={chosen.chooseInterval}
        look={chosen.look}
        onLook={chosen.chooseLook}
      />
      <CandleTable {...table} interval={interval} open={sheet === 'table'} onOpenChange={close} />
    </>
  )
}
