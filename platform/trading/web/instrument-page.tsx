import type { Quote } from '@bolsillo/market/contract'
import {
  BookPanel,
  FollowStar,
  type FollowStarProps,
  InstrumentChart,
  InstrumentSkeleton,
  type LoadCandles,
  QuoteHeader,
  type QuoteHeaderProps,
  TapePanel,
} from '@bolsillo/market/web'
import { contentId, Loaded, PageFrame, Tabs, useFromWidth } from '@bolsillo/ui'
import type { ChartOrder } from '@bolsillo/ui/chart'
import { useWords } from '@bolsillo/web-kit'
import { type ComponentProps, Fragment, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { AlertLink } from './alert-link.tsx'
import type { OwnedHere } from './desk/owned-here.ts'
import { type OwnOnChart, useOwnOnChart } from './own-on-chart.ts'
import { OwnPanel } from './own-panel.tsx'
import { type Side, TradeButtons, type TradeButtonsProps, usePermission } from './permission.tsx'
import type { ShownFill, ShownOrder, TradingAddresses } from './shown-order.ts'
import { useLeftTicket } from './ticket/use-left-ticket.ts'

// A phone never loads how a desk is laid out.
const InstrumentDesk = lazy(() => import('./desk/instrument-desk.tsx'))

const panels = ['book', 'tape', 'orders', 'about'] as const
type Panel = (typeof panels)[number]

/** Loads what a product knows of an instrument, in the frame of its page. */
export function LoadedInstrument<Data>(props: {
  readonly of: ComponentProps<typeof Loaded<Data>>['of']
  readonly title: string
  readonly children: (data: Data) => ReactNode
}) {
  const isDesk = useFromWidth('desk')
  const frame = (content: ReactNode) =>
    isDesk ? (
      <main id={contentId} tabIndex={-1} className="flex-1 bg-card outline-none">
        <h1 className="sr-only">{props.title}</h1>
        {content}
      </main>
    ) : (
      <PageFrame title={props.title} flush>
        {content}
      </PageFrame>
    )
  return (
    <Loaded of={props.of} skeleton={frame(<InstrumentSkeleton />)} frame={frame}>
      {props.children}
    </Loaded>
  )
}

export interface InstrumentPageProps {
  readonly symbol: string
  readonly title: string
  /** How it is called in a sentence. */
  readonly ticker: string
  readonly name: string
  /** Where it trades; left out where it never closes. */
  readonly exchange?: string | undefined
  readonly decimals: number
  readonly volumeDecimals: number
  /** The zone a day belongs to. */
  readonly dayZone: string
  readonly quote: Quote | undefined
  /** The last 24 hours, where the figures beside the price are theirs and not the trading day's. */
  readonly day24?: QuoteHeaderProps['day24']
  readonly load: LoadCandles
  readonly orders: readonly ShownOrder[] | undefined
  readonly fills: readonly ShownFill[] | undefined
  readonly addresses: TradingAddresses
  readonly follow?: Pick<FollowStarProps, 'followed' | 'onToggle'> | undefined
  /** Left out where nothing can be traded: an index. */
  readonly trade?: (Omit<TradeButtonsProps, 'onTrade'> & TicketOf) | undefined
  /** The last panel: what the product says of the instrument. */
  readonly about: { readonly label: string; readonly content: ReactNode }
  /** The product's sheet that gives an open order another price; lines of orders can be dragged where there is one. */
  readonly move?: (order: ShownOrder, price: string, onDone: () => void) => ReactNode
  /** Lines beside the orders', and what follows when one is released at another price. */
  readonly lines?: readonly ChartOrder[]
  readonly onLineMoved?: (id: string, price: string) => void
  /** Between price and chart. */
  readonly aboveChart?: ReactNode
  /** Left out where the customer has none of it. */
  readonly owned?: OwnedHere | undefined
  /** Sheets of the product over the page. */
  readonly children?: ReactNode
}

interface TicketOf {
  /** The product's form, which comes with the first tap. */
  readonly ticket: (side: Side, onClose: () => void) => ReactNode
}

const noLines: readonly ChartOrder[] = []

interface OnChart {
  readonly own: OwnOnChart
  /** All the chart is drawn from, the same in every layout. */
  readonly chart: ComponentProps<typeof InstrumentChart>
}

/** How the parts of the page are laid out at one width. Sheets are no part of it: they stay when the width changes. */
export type InstrumentLayoutProps = Omit<InstrumentPageProps, 'children' | 'move' | 'lines' | 'onLineMoved'> & OnChart

/** What the customer has on a chart, and the sheet that follows when one of its lines is let go at another price. */
function useOnChart(props: InstrumentPageProps): {
  readonly onChart: OnChart
  readonly movedSheet: ReactNode
} {
  const { trade, orders, fills, move, onLineMoved, lines = noLines } = props
  const { symbol, title, decimals, volumeDecimals, dayZone, load } = props
  const [moved, setMoved] = useState<{ readonly order: ShownOrder; readonly price: string }>()
  const { may } = usePermission(trade?.whenRestricted ?? 'close')
  const own = useOwnOnChart(orders, fills, move !== undefined && may('buy'))
  const all = useMemo(() => [...own.lines, ...lines], [own.lines, lines])
  const onMoved = (id: string, price: string): void => {
    const order = orders?.find(({ orderId }) => orderId === id)
    if (order === undefined) onLineMoved?.(id, price)
    else setMoved({ order, price })
  }
  return {
    onChart: {
      own,
      chart: {
        ...{ symbol, ticker: title, decimals, volumeDecimals, dayZone, load },
        ...{ orders: all, fills: own.marks, onMoved },
      },
    },
    movedSheet: moved !== undefined && (
      <Fragment key={`${moved.order.orderId} ${moved.price}`}>
        {move?.(moved.order, moved.price, () => setMoved(undefined))}
      </Fragment>
    ),
  }
}

/** An instrument's chart with everything around it: on a phone below each other, on a wide screen as a desk. */
export function InstrumentPage(props: InstrumentPageProps) {
  const { children, move: _move, lines: _lines, onLineMoved: _onLineMoved, ...parts } = props
  const isPair = useFromWidth('pair')
  const { onChart, movedSheet } = useOnChart(props)
  return (
    <>
      {isPair ? (
        <Suspense fallback={<InstrumentSkeleton />}>
          <InstrumentDesk {...parts} {...onChart} />
        </Suspense>
      ) : (
        <InstrumentColumn {...parts} {...onChart} />
      )}
      <Suspense fallback={null}>
        {movedSheet}
        {children}
      </Suspense>
    </>
  )
}

/** The chart with book, tape, own orders and what it is under it; the two buttons at the thumb. */
function InstrumentColumn(props: InstrumentLayoutProps) {
  const { symbol, title, ticker, decimals, addresses, trade, follow, about, chart } = props
  const [side, setSide] = useState<Side | undefined>(useLeftTicket(symbol))
  const star = follow && { symbol, ticker, ...follow, loginPath: addresses.loginPath }
  return (
    <PageFrame
      title={title}
      flush
      actions={
        <>
          {trade !== undefined && <AlertLink symbol={symbol} ticker={ticker} loginPath={addresses.loginPath} />}
          {star !== undefined && <FollowStar {...star} />}
        </>
      }
      footer={trade !== undefined && <TradeButtons {...trade} onTrade={setSide} />}
    >
      <QuoteHeader
        name={props.name}
        decimals={decimals}
        quote={props.quote}
        {...(props.exchange === undefined ? { alwaysOpen: true } : { exchange: props.exchange })}
        day24={props.day24}
      />
      {props.aboveChart}
      <InstrumentChart {...chart} />
      {props.owned?.strip}
      {trade === undefined ? (
        // Of what nobody trades there is no book, no tape and no order: only what it is.
        <section aria-label={props.name} className="min-h-64 flex-1 border-page border-t-8 bg-card">
          {about.content}
        </section>
      ) : (
        <Panels {...props} />
      )}
      <Suspense fallback={null}>{side !== undefined && trade?.ticket(side, () => setSide(undefined))}</Suspense>
    </PageFrame>
  )
}

/** The panels under a chart: book, tape, own orders, and what the product says of the instrument. */
function Panels(props: InstrumentLayoutProps) {
  const { symbol, ticker, decimals, addresses, about } = props
  const t = useWords<Messages>('trading')
  const [panel, setPanel] = useState<Panel>('book')
  const labelOf = (value: Panel): string => (value === 'about' ? about.label : t(`panels.${value}`))
  return (
    <>
      <Tabs
        className="border-page border-t-8"
        label={t('panels.label', { ticker })}
        choices={panels.map((value) => ({
          value,
          label: labelOf(value),
          ...(value === 'orders' ? { count: props.own.open } : {}),
        }))}
        value={panel}
        onChange={setPanel}
        panelId="kline-panel"
      />
      <div id="kline-panel" role="tabpanel" className="min-h-64 flex-1 bg-card">
        {panel === 'book' && <BookPanel symbol={symbol} decimals={decimals} />}
        {panel === 'tape' && <TapePanel symbol={symbol} decimals={decimals} />}
        {panel === 'orders' && (
          <OwnPanel orders={props.orders} ticker={ticker} back={addresses.chartOf(symbol)} addresses={addresses} />
        )}
        {panel === 'about' && about.content}
      </div>
    </>
  )
}
