import type { ReplyOf } from '@bolsillo/contract'
import {
  BookPanel,
  FollowStar,
  InstrumentChart,
  InstrumentSkeleton,
  QuoteHeader,
  TapePanel,
  useQuote,
} from '@bolsillo/market/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { OwnPanel, useOwnOnChart } from '@bolsillo/trading/web'
import { Button, Loaded, PageFrame, Tabs } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { coinTicker, coinTickers, followCoin, unfollowCoin } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses, chartOf, loginPath } from './addresses.ts'
import { CoinRules } from './coin-rules.tsx'
import { useLoadCoinCandles } from './use-load-candles.ts'
import { useOwnTrades } from './use-own-trades.ts'

const CoinTicket = lazy(() => import('./coin-ticket-sheet.tsx').then((sheet) => ({ default: sheet.CoinTicket })))

const panels = ['book', 'tape', 'orders', 'rules'] as const
type Panel = (typeof panels)[number]

/** A coin's chart with its book, trades, the customer's own orders, and what it trades by. */
export default function ChartPage({ symbol }: { readonly symbol: string }) {
  const found = useCall(coinTicker, { symbol })
  const frame = (content: ReactNode) => (
    <PageFrame title={symbol.replace('-', ' / ')} flush>
      {content}
    </PageFrame>
  )
  return (
    <Loaded of={found} skeleton={frame(<InstrumentSkeleton />)} frame={frame}>
      {(data) => <Chart key={data.symbol} data={data} />}
    </Loaded>
  )
}

function Chart({ data }: { readonly data: ReplyOf<typeof coinTicker> }) {
  const t = useWords<Messages>('spot')
  const trading = useWords<TradingMessages>('trading')
  const { symbol, priceDecimals: decimals } = data
  const title = `${data.base} / ${data.currency}`
  const quote = useQuote(symbol, data.quote)
  const load = useLoadCoinCandles()
  const [panel, setPanel] = useState<Panel>('book')
  const [side, setSide] = useState<'buy' | 'sell'>()
  const { orders, fills } = useOwnTrades(symbol)
  const own = useOwnOnChart(orders, fills)
  const refreshes = [coinTickers, coinTicker] as const
  const adding = useAction(followCoin, { refreshes })
  const removing = useAction(unfollowCoin, { refreshes })
  return (
    <PageFrame
      title={title}
      flush
      actions={
        <FollowStar
          ticker={data.base}
          followed={data.followed}
          onToggle={(on, onError) => (on ? adding : removing).mutate({ symbol }, { onError })}
          loginPath={loginPath}
        />
      }
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button kind="sell" onClick={() => setSide('sell')}>
            {trading('sides.sell')}
          </Button>
          <Button kind="buy" onClick={() => setSide('buy')}>
            {trading('sides.buy')}
          </Button>
        </div>
      }
    >
      <QuoteHeader name={data.name} decimals={decimals} quote={quote} alwaysOpen />
      <InstrumentChart
        symbol={symbol}
        ticker={title}
        decimals={decimals}
        volumeDecimals={4}
        dayZone="UTC"
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
          <OwnPanel orders={orders} ticker={data.base} back={chartOf(symbol)} addresses={addresses} />
        )}
        {panel === 'rules' && <CoinRules of={data} />}
      </div>
      {side !== undefined && (
        <Suspense fallback={null}>
          <CoinTicket symbol={symbol} side={side} onClose={() => setSide(undefined)} />
        </Suspense>
      )}
    </PageFrame>
  )
}
