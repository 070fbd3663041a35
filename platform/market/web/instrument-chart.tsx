import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { Icon, IconButton, Note, Skeleton, Tabs, useUi } from '@bolsillo/ui'
import type { CandleSource, ChartFill, ChartHandle, ChartInterval, ChartOrder } from '@bolsillo/ui/chart'
import { useCall, useWords } from '@bolsillo/web-kit'
import ChartLine from 'lucide-react/icons/chart-line'
import PencilRuler from 'lucide-react/icons/pencil-ruler'
import { lazy, type RefObject, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { readMarketFacts } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type LoadCandles, useCandleSource } from './candle-source.ts'
import { CandleTable } from './candle-table.tsx'
import { DrawingSheet, IndicatorSheet } from './chart-choices.tsx'
import * as settings from './chart-settings.ts'
import { GeneratedMark, useSinceText } from './generated-mark.tsx'

const CandleChart = lazy(() => import('@bolsillo/ui/chart').then((chart) => ({ default: chart.CandleChart })))

const shownIntervals = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '4h',
  '1d',
  '1w',
  '1M',
] as const satisfies readonly ChartInterval[]

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

type ChartSheet = 'indicators' | 'drawing' | 'table'

/** The chart of an instrument with its interval bar, indicators, drawing tools, and the same data as a table. */
export function InstrumentChart(props: InstrumentChartProps) {
  const { symbol, ticker, decimals, volumeDecimals, dayZone, load, orders, fills, onMoved } = props
  const t = useWords<Messages>('market')
  const { zone: ownZone, style } = useUi()
  const chart = useRef<ChartHandle>(null)
  const chosen = useChartSettings(symbol)
  const { interval, main, sub, drawings } = chosen
  const [sheet, setSheet] = useState<ChartSheet>()
  const [failed, setFailed] = useState(false)
  // Asked for by the ribbon already: the mark is there before the candles are, and moves nothing.
  const { recordedSince } = useCall(readMarketFacts, {}).data ?? {}
  const sinceText = useSinceText()
  const source = useCandleSource(symbol, interval, load)
  const zone = isDaily(interval) ? dayZone : ownZone
  const choose = (next: ChartInterval): void => {
    setFailed(false)
    chosen.chooseInterval(next)
  }
  return (
    <>
      <IntervalBar interval={interval} onInterval={choose} onSheet={setSheet} />
      <div
        id="kline-chart"
        role="tabpanel"
        className="relative h-[25rem] shrink-0 bg-card"
        style={{ height: `${22 + Math.max(sub.length, 1) * 3}rem` }}
      >
        {failed && <Note className="absolute inset-x-4 top-3 z-10">{t('kline.failed')}</Note>}
        <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
          <CandleChart
            ref={chart}
            symbol={symbol}
            interval={interval}
            source={source}
            priceDecimals={decimals}
            volumeDecimals={volumeDecimals}
            numbers={style}
            zone={zone}
            main={main}
            sub={sub}
            orders={orders}
            fills={fills}
            drawings={drawings}
            onDrawings={chosen.keepDrawings}
            {...(onMoved === undefined ? {} : { onMoved })}
            recordedLabel={(since) => t('generated.since', { time: sinceText(since) })}
            onFailure={() => setFailed(true)}
            label={t('kline.chartLabel', { ticker, interval: t(`kline.intervals.${interval}`) })}
            className="h-full w-full"
          />
        </Suspense>
      </div>
      {recordedSince !== undefined && (
        <GeneratedMark since={recordedSince} of={['chart']} className="border-hair border-t bg-card px-4" />
      )}
      <ChartSheets sheet={sheet} onSheet={setSheet} chosen={chosen} chart={chart} table={{ source, decimals, zone }} />
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

function IntervalBar(props: {
  readonly interval: ChartInterval
  readonly onInterval: (interval: ChartInterval) => void
  readonly onSheet: (sheet: 'indicators' | 'drawing') => void
}) {
  const { interval, onInterval, onSheet } = props
  const t = useWords<Messages>('market')
  return (
    <div className="flex items-center border-hair border-b pr-2">
      <Tabs
        className="min-w-0 flex-1 border-b-0!"
        scroll
        label={t('kline.interval')}
        choices={shownIntervals.map((value) => ({ value, label: t(`kline.intervals.${value}`) }))}
        value={interval}
        onChange={onInterval}
        panelId="kline-chart"
      />
      <span className="flex shrink-0 gap-1.5 pl-1">
        <IconButton
          className="m-0!"
          label={t('kline.indicators')}
          icon={<Icon of={ChartLine} size={21} />}
          onClick={() => onSheet('indicators')}
        />
        <IconButton
          className="m-0!"
          label={t('kline.draw')}
          icon={<Icon of={PencilRuler} size={21} />}
          onClick={() => onSheet('drawing')}
        />
      </span>
    </div>
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
      <CandleTable {...table} interval={interval} open={sheet === 'table'} onOpenChange={close} />
    </>
  )
}
