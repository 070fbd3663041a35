import { Button, Icon, IconButton, Note, PageFrame, Skeleton, Tabs, useUi } from '@bolsillo/ui'
import type { ChartHandle, ChartInterval } from '@bolsillo/ui/chart'
import { useAction, useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import ChartLine from 'lucide-react/icons/chart-line'
import PencilRuler from 'lucide-react/icons/pencil-ruler'
import Star from 'lucide-react/icons/star'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { follow, followed, info, unfollow } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { chartOf, loginPath } from '../addresses.ts'
import { Loaded } from '../loading.tsx'
import { useQuote } from '../use-quote.ts'
import { BookPanel } from './book-panel.tsx'
import { useCandleSource } from './candle-source.ts'
import { CandleTable } from './candle-table.tsx'
import { DrawingSheet, IndicatorSheet } from './chart-choices.tsx'
import * as settings from './chart-settings.ts'
import { CompanyPanel } from './company-panel.tsx'
import { KlineHeader } from './kline-header.tsx'
import { OwnPanel } from './own-panel.tsx'
import { TapePanel } from './tape-panel.tsx'
import { useOwnOrders } from './use-own-orders.ts'

const CandleChart = lazy(() => import('@bolsillo/ui/chart').then((chart) => ({ default: chart.CandleChart })))

// The ticket is as large as the page itself; it comes with the first tap on buy or sell.
const TicketSheet = lazy(() => import('../ticket/ticket-sheet.tsx').then((sheet) => ({ default: sheet.TicketSheet })))

/** The intervals of the bar; the others are one sheet away. */
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
const panels = ['book', 'tape', 'orders', 'company'] as const
type Panel = (typeof panels)[number]

/** A share's chart with everything under it: book, tape, own orders, company; buy and sell at the thumb. */
export default function KlinePage() {
  const t = useWords<Messages>('stocks')
  const symbol = useQueryValue('symbol') ?? ''
  const asked = useCall(info, { symbol }, { enabled: symbol !== '' })
  return (
    <Loaded of={asked} skeleton={<KlineSkeleton title={symbol.split('.')[0] ?? ''} />}>
      {(data) => <Kline key={data.symbol} data={data} title={data.ticker} t={t} />}
    </Loaded>
  )
}

/** A day's candle belongs to a day of the exchange, so its axis follows the exchange's zone; shorter ones the customer's. */
function isDaily(interval: ChartInterval): boolean {
  return interval === '1d' || interval === '1w' || interval === '1M'
}

function KlineSkeleton({ title }: { readonly title: string }) {
  return (
    <PageFrame title={title} flush>
      <div className="space-y-2 px-4 pt-2">
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="h-9 w-32" />
        <Skeleton className="h-4 w-28" />
      </div>
      <Skeleton className="mt-12 h-[26rem] w-full rounded-none" />
    </PageFrame>
  )
}

type Data = NonNullable<ReturnType<typeof useCall<typeof info>>['data']>

function FollowButton({ data }: { readonly data: Data }) {
  const t = useWords<Messages>('stocks')
  const { token } = useSession()
  const [on, setOn] = useState(data.followed)
  const adding = useAction(follow, { refreshes: [followed, info] })
  const removing = useAction(unfollow, { refreshes: [followed, info] })
  const label = t(on ? 'kline.unfollow' : 'kline.follow', { ticker: data.ticker })
  const icon = <Icon of={Star} className={on ? 'fill-current text-brand' : ''} />
  if (token === '')
    return (
      <IconButton label={label} icon={icon} href={`${loginPath}?back=${encodeURIComponent(chartOf(data.symbol))}`} />
    )
  // Undo is the same button, so the star answers at once and goes back if the call fails.
  const toggle = (): void => {
    const action = on ? removing : adding
    setOn(!on)
    action.mutate({ symbol: data.symbol }, { onError: () => setOn(on) })
  }
  return <IconButton label={label} pressed={on} icon={icon} onClick={toggle} />
}

function Kline({
  data,
  title,
  t,
}: {
  readonly data: Data
  readonly title: string
  readonly t: ReturnType<typeof useWords<Messages>>
}) {
  const { zone, style } = useUi()
  const { symbol, priceDecimals: decimals } = data
  const quote = useQuote(symbol, data.quote)
  const chart = useRef<ChartHandle>(null)
  const [interval, setInterval] = useState<ChartInterval>(settings.readInterval)
  const [main, setMain] = useState(settings.readMainIndicators)
  const [sub, setSub] = useState(settings.readSubIndicators)
  const [drawings, setDrawings] = useState(() => settings.readDrawings(symbol))
  const [sheet, setSheet] = useState<'indicators' | 'drawing' | 'table' | undefined>(undefined)
  const [panel, setPanel] = useState<Panel>('book')
  const [side, setSide] = useState<'buy' | 'sell' | undefined>(undefined)
  const [failed, setFailed] = useState(false)
  const source = useCandleSource(symbol, interval)
  const own = useOwnOrders(symbol)
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
  const tradable = data.kind === 'stock'
  const close = (open: boolean): void => (open ? undefined : setSheet(undefined))
  return (
    <PageFrame
      title={title}
      flush
      actions={<FollowButton data={data} />}
      footer={
        tradable && (
          <div className="grid grid-cols-2 gap-3">
            <Button kind="sell" onClick={() => setSide('sell')}>
              {t('sides.sell')}
            </Button>
            <Button kind="buy" onClick={() => setSide('buy')}>
              {t('sides.buy')}
            </Button>
          </div>
        )
      }
    >
      <KlineHeader name={data.name} exchange={data.exchange} decimals={decimals} quote={quote} />
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
            volumeDecimals={0}
            numbers={style}
            zone={isDaily(interval) ? data.zone : zone}
            main={main}
            sub={sub}
            orders={own.lines}
            fills={own.marks}
            drawings={drawings}
            onDrawings={keepDrawings}
            onFailure={() => setFailed(true)}
            label={t('kline.chartLabel', { ticker: title, interval: t(`kline.intervals.${interval}`) })}
            className="h-full w-full"
          />
        </Suspense>
      </div>
      <Tabs
        className="border-page border-t-8"
        label={t('kline.more')}
        choices={panels.map((value) => ({
          value,
          label: t(`kline.panels.${value}`),
          ...(value === 'orders' ? { count: own.open } : {}),
        }))}
        value={panel}
        onChange={setPanel}
        panelId="kline-panel"
      />
      <div id="kline-panel" role="tabpanel" className="min-h-64 flex-1 bg-card">
        {panel === 'book' && <BookPanel symbol={symbol} decimals={decimals} />}
        {panel === 'tape' && <TapePanel symbol={symbol} decimals={decimals} />}
        {panel === 'orders' && <OwnPanel orders={own.all} back={chartOf(symbol)} />}
        {panel === 'company' && <CompanyPanel of={data} />}
      </div>
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
        symbol={symbol}
        interval={interval}
        decimals={decimals}
        zone={isDaily(interval) ? data.zone : zone}
        open={sheet === 'table'}
        onOpenChange={close}
      />
      {side !== undefined && (
        <Suspense fallback={null}>
          <TicketSheet
            symbol={symbol}
            side={side}
            open
            onOpenChange={(open) => (open ? undefined : setSide(undefined))}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}
