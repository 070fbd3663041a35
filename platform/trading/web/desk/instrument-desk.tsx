import { BookPanel, FollowStar, InstrumentChart, QuoteBar, TapePanel } from '@bolsillo/market/web'
import { classes, contentId, NavBar, Tabs, useFromWidth } from '@bolsillo/ui'
import { useSession, useWords } from '@bolsillo/web-kit'
import { type ReactNode, useContext, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { AlertLink } from '../alert-link.tsx'
import { FillRow } from '../fill-row.tsx'
import type { InstrumentLayoutProps } from '../instrument-page.tsx'
import { OwnPanel } from '../own-panel.tsx'
import { DeskSlotsContext } from './desk-slots.ts'
import { DeskTicket } from './desk-ticket.tsx'
import { OwnedHereContext } from './owned-here.ts'

/**
 * An instrument where there is room: its chart over what the customer has, beside them the ticket, the book and the
 * latest trades. From 1024 px up each column scrolls by itself and the page does not.
 */
export default function InstrumentDesk(props: InstrumentLayoutProps) {
  const { symbol, title, ticker, decimals, addresses, trade, follow, chart } = props
  const isDesk = useFromWidth('desk')
  const { loginPath } = addresses
  const star = (
    <>
      {trade !== undefined && <AlertLink symbol={symbol} ticker={ticker} loginPath={loginPath} />}
      {follow !== undefined && <FollowStar symbol={symbol} ticker={ticker} {...follow} loginPath={loginPath} />}
    </>
  )
  const isInTable = useHeld() !== undefined && props.owned?.line !== undefined
  return (
    <>
      {!isDesk && (
        <div className="contents [--page-width:100%]">
          <NavBar title={title} actions={star} />
        </div>
      )}
      <main
        id={contentId}
        tabIndex={-1}
        className={classes(
          'grid flex-1 bg-card outline-none desk:min-h-0 desk:grid-rows-[minmax(0,1fr)]',
          trade !== undefined && 'grid-cols-[minmax(0,1fr)_18.5rem] roomy:grid-cols-[minmax(0,1fr)_19.5rem]',
        )}
      >
        <div className="relative flex min-w-0 flex-col desk:overflow-y-auto">
          <QuoteBar
            {...props}
            isHeading={isDesk}
            {...(props.exchange === undefined ? { alwaysOpen: true } : { exchange: props.exchange })}
            actions={isDesk && star}
          />
          {props.aboveChart}
          <InstrumentChart {...chart} />
          {!isInTable && props.owned?.strip}
          <Panels {...props} />
        </div>
        {trade !== undefined && (
          <aside
            aria-label={title}
            className="min-w-0 self-start border-hair border-l pair:sticky pair:top-[calc(var(--ribbon-height)+3rem)] pair:max-h-[calc(100dvh-var(--ribbon-height)-3rem)] pair:overflow-y-auto desk:relative desk:top-0 desk:max-h-none desk:self-stretch"
          >
            <DeskTicket symbol={symbol} trade={trade} />
            <Market symbol={symbol} decimals={decimals} />
          </aside>
        )}
      </main>
    </>
  )
}

/** The book, and the latest trades below it. */
function Market({ symbol, decimals }: { readonly symbol: string; readonly decimals: number }) {
  const t = useWords<Messages>('trading')
  return (
    <>
      <h2 className="px-4 pt-3 text-13">{t('panels.book')}</h2>
      <BookPanel symbol={symbol} decimals={decimals} />
      <h2 className="border-hair border-t px-4 pt-3 text-13">{t('panels.tape')}</h2>
      <TapePanel symbol={symbol} decimals={decimals} />
    </>
  )
}

/** Everything that is owned, where the app shows it on a desk and there is a customer. */
function useHeld(): ReactNode {
  const { token } = useSession()
  const { held } = useContext(DeskSlotsContext)
  return token === '' ? undefined : held
}

type Panel = 'held' | 'orders' | 'fills' | 'about'

/** Below the chart: everything that is owned, own orders and fills here, and what the product says of the instrument. */
function Panels(props: InstrumentLayoutProps) {
  const { symbol, ticker, addresses, about, orders, fills, trade, own } = props
  const t = useWords<Messages>('trading')
  const { token } = useSession()
  const held = useHeld()
  const hasOwn = token !== ''
  const panels: readonly Panel[] = [
    ...(held !== undefined ? (['held'] as const) : []),
    ...(trade !== undefined ? (['orders'] as const) : []),
    ...(trade !== undefined && hasOwn && fills !== undefined ? (['fills'] as const) : []),
    'about',
  ]
  const [chosen, setChosen] = useState<Panel>()
  const panel = panels.find((one) => one === chosen) ?? (hasOwn ? panels[0] : 'about') ?? 'about'
  const labels = { held: t('workspace.held'), orders: t('panels.orders'), fills: t('orders.fills'), about: about.label }
  return (
    <>
      <Tabs
        className="shrink-0 border-page border-t-8"
        scroll
        label={t('panels.label', { ticker })}
        choices={panels.map((value) => ({
          value,
          label: labels[value],
          ...(value === 'orders' ? { count: own.open } : {}),
        }))}
        value={panel}
        onChange={setChosen}
        panelId="kline-panel"
      />
      <div id="kline-panel" role="tabpanel" className="min-h-64 flex-1">
        {panel === 'held' && <OwnedHereContext value={props.owned}>{held}</OwnedHereContext>}
        {panel === 'orders' && (
          <OwnPanel orders={orders} ticker={ticker} back={addresses.chartOf(symbol)} addresses={addresses} />
        )}
        {panel === 'fills' && <Fills {...props} />}
        {panel === 'about' && about.content}
      </div>
    </>
  )
}

function Fills({ fills = [], addresses, ticker }: InstrumentLayoutProps) {
  const t = useWords<Messages>('trading')
  if (fills.length === 0)
    return <p className="px-4 py-6 text-center text-second">{t('workspace.noFills', { ticker })}</p>
  return (
    <div className="px-4 pb-2">
      {fills.map((fill) => (
        <FillRow key={fill.fillId} fill={fill} href={addresses.orderAt(fill.orderId)} />
      ))}
    </div>
  )
}
