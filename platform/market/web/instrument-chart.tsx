import { Icon, IconButton, Note, Skeleton, Tabs, useUi } from '@bolsillo/ui'
import type { ChartFill, ChartHandle, ChartInterval, ChartOrder } from '@bolsillo/ui/chart'
import { useCall, useWords } from '@bolsillo/web-kit'
import ChartLine from 'lucide-react/icons/chart-line'
import PencilRuler from 'lucide-react/icons/pencil-ruler'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
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

/** The chart of an instrument with its interval bar, indicators, drawing tools, and the same data as a table. */
export function InstrumentChart(props: InstrumentChartProps) {
  const { symbol, ticker, decimals, volumeDecimals, dayZone, load, orders, fills, onMoved } = props
  const t = useWords<Messages>('market')
  const { zone: ownZone, style } = useUi()
  const chart = useRef<ChartHandle>(null)
  const [interval, setInterval] = useState<ChartInterval>(settings.readInterval)
  const [main, setMain] = useState(settings.readMainIndicators)
  const [sub, setSub] = useState(settings.readSubIndicators)
  const [drawings, setDrawings] = useState(() => settings.readDrawings(symbol))
  const [sheet, setSheet] = useState<'indicators' | 'drawing' | 'table' | undefined>(undefined)
  const [failed, setFailed] = useState(false)
  // Asked for by the ribbon already: the mark is there before the candles are, and moves nothing.
  const { recordedSince } = useCall(readMarketFacts, {}).data ?? {}
  const sinceText = useSinceText()
  const source = useCandleSource(symbol, interval, load)
  const zone = isDaily(interval) ? dayZone : ownZone
  const keepDrawings = useCallback(
    (next: typeof drawings) => {
      setDrawings(next)
      settings.keepDrawings(symbol, next)
    },
    [symbol],
  )
  const choose = (next: ChartInterval): void => {
    setFailed(false)
    setInterval(next)
    settings.keepInterval(next)
  }
  const close = (open: boolean): void => (open ? undefined : setSheet(undefined))
  return (
    <>
      <div className="flex items-center border-hair border-b pr-2">
        <Tabs
          className="min-w-0 flex-1 border-b-0!"
          scroll
          label={t('kline.interval')}
          choices={shownIntervals.map((value) => ({ value, label: t(`kline.intervals.${value}`) }))}
          value={interval}
          onChange={choose}
          panelId="kline-chart"
        />
        <span className="flex shrink-0 gap-1.5 pl-1">
          <IconButton
            className="m-0!"
            label={t('kline.indicators')}
            icon={<Icon of={ChartLine} size={21} />}
            onClick={() => setSheet('indicators')}
          />
          <IconButton
            className="m-0!"
            label={t('kline.draw')}
            icon={<Icon of={PencilRuler} size={21} />}
            onClick={() => setSheet('drawing')}
          />
        </span>
      </div>
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
            onDrawings={keepDrawings}
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
      <IndicatorSheet
        onTable={() => setSheet('table')}
        open={sheet === 'indicators'}
        onOpenChange={close}
        main={main}
        sub={sub}
        onMain={(name) => {
          const next = settings.toggled(main, name)
          setMain(next)
          settings.keepMainIndicators(next)
        }}
        onSub={(name) => {
          const next = settings.toggled(sub, name)
          setSub(next)
          settings.keepSubIndicators(next)
        }}
      />
      <DrawingSheet
        open={sheet === 'drawing'}
        onOpenChange={close}
        onTool={(tool) => chart.current?.draw(tool)}
        onUndo={() => chart.current?.undoDrawing()}
        onClear={() => chart.current?.clearDrawings()}
        drawings={drawings.length}
      />
      <CandleTable
        source={source}
        interval={interval}
        decimals={decimals}
        zone={zone}
        open={sheet === 'table'}
        onOpenChange={close}
      />
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
