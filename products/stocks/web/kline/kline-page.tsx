import {
  BookPanel,
  FollowStar,
  InstrumentChart,
  InstrumentSkeleton,
  type LoadCandles,
  QuoteHeader,
  TapePanel,
  useQuote,
} from '@bolsillo/market/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { OwnPanel, useOwnOnChart } from '@bolsillo/trading/web'
import { Button, Loaded, PageFrame, Tabs } from '@bolsillo/ui'
import { dataOf, useAction, useCall, useKit, useQueryValue, useWords } from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { candles, follow, followed, info, unfollow } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { addresses, chartOf, loginPath } from '../addresses.ts'
import { CompanyPanel } from './company-panel.tsx'
import { useOwnTrades } from './use-own-trades.ts'

// The ticket is as large as the page itself; it comes with the first tap on buy or sell.
const TicketSheet = lazy(() => import('../ticket/ticket-sheet.tsx').then((sheet) => ({ default: sheet.TicketSheet })))

const panels = ['book', 'tape', 'orders', 'company'] as const
type Panel = (typeof panels)[number]

/** A share's chart with everything under it: book, tape, own orders, company; buy and sell at the thumb. */
export default function KlinePage() {
  const symbol = useQueryValue('symbol') ?? ''
  const asked = useCall(info, { symbol }, { enabled: symbol !== '' })
  const frame = (content: ReactNode) => (
    <PageFrame title={symbol.split('.')[0] ?? ''} flush>
      {content}
    </PageFrame>
  )
  return (
    <Loaded of={asked} skeleton={frame(<InstrumentSkeleton />)} frame={frame}>
      {(data) => <Kline key={data.symbol} data={data} />}
    </Loaded>
  )
}

type Data = NonNullable<ReturnType<typeof useCall<typeof info>>['data']>

/** Candles of shares, as the chart asks for them. */
function useLoadCandles(): LoadCandles {
  const { client } = useKit()
  return useCallback(async (request) => dataOf(await client.call(candles, request)), [client])
}

function Kline({ data }: { readonly data: Data }) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const { symbol, ticker, priceDecimals: decimals } = data
  const quote = useQuote(symbol, data.quote)
  const load = useLoadCandles()
  const [panel, setPanel] = useState<Panel>('book')
  const [side, setSide] = useState<'buy' | 'sell' | undefined>(undefined)
  const { orders, fills } = useOwnTrades(symbol)
  const own = useOwnOnChart(orders, fills)
  const adding = useAction(follow, { refreshes: [followed, info] })
  const removing = useAction(unfollow, { refreshes: [followed, info] })
  return (
    <PageFrame
      title={ticker}
      flush
      actions={
        <FollowStar
          ticker={ticker}
          followed={data.followed}
          onToggle={(on, onError) => (on ? adding : removing).mutate({ symbol }, { onError })}
          loginPath={loginPath}
        />
      }
      footer={
        data.kind === 'stock' && (
          <div className="grid grid-cols-2 gap-3">
            <Button kind="sell" onClick={() => setSide('sell')}>
              {trading('sides.sell')}
            </Button>
            <Button kind="buy" onClick={() => setSide('buy')}>
              {trading('sides.buy')}
            </Button>
          </div>
        )
      }
    >
      <QuoteHeader name={data.name} exchange={data.exchange} decimals={decimals} quote={quote} />
      <InstrumentChart
        symbol={symbol}
        ticker={ticker}
        decimals={decimals}
        volumeDecimals={0}
        dayZone={data.zone}
        load={load}
        orders={own.lines}
        fills={own.marks}
      />
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
        {panel === 'orders' && (
          <OwnPanel orders={orders} ticker={ticker} back={chartOf(symbol)} addresses={addresses} />
        )}
        {panel === 'company' && <CompanyPanel of={data} />}
      </div>
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
