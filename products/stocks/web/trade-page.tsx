import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { OrderRow, TradeDesk, type TradeDeskProps } from '@bolsillo/trading/web'
import { Amount, EmptyState, Icon, IconButton, Loaded, Section, Skeleton, SkeletonRows, TabFrame } from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ListChecks from 'lucide-react/icons/list-checks'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hot, info, orders, statistics } from '../contract.ts'
import { amountLess } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, orderAt, ordersAt, searchAt } from './addresses.ts'
import { useStockCountry } from './stored.ts'
import { StockTicket } from './ticket/ticket-sheet.tsx'

const ordersShown = 10

/** Trading without detours: one instrument, its book, buy and sell, what there is to spend, and the open orders. */
export default function TradePage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('stocks')
  const [country] = useStockCountry()
  const [params] = useSearchParams()
  const { token } = useSession()
  const popular = useCall(hot, { stockCountry: country, limit: '1' }, { enabled: !params.has('symbol') })
  const symbol = params.get('symbol') ?? popular.data?.rows[0]?.symbol
  const [ticket, setTicket] = useState<{ side: 'buy' | 'sell'; limitPrice?: string }>()
  return (
    <TabFrame
      title={title}
      actions={
        <>
          <IconButton label={t('titles.orders')} href={ordersAt()} icon={<Icon of={ListChecks} />} />
          {symbol !== undefined && (
            <IconButton label={t('trade.chart')} href={chartOf(symbol)} icon={<Icon of={ChartCandlestick} />} />
          )}
        </>
      }
    >
      {families}
      {symbol === undefined ? (
        <Loaded of={popular} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
          {() => null}
        </Loaded>
      ) : (
        <Desk
          symbol={symbol}
          onTrade={(side, limitPrice) => setTicket(limitPrice === undefined ? { side } : { side, limitPrice })}
        />
      )}
      {token !== '' && <BuyingPower />}
      {token !== '' && <OpenOrders />}
      {symbol !== undefined && ticket !== undefined && (
        <StockTicket symbol={symbol} {...ticket} onClose={() => setTicket(undefined)} />
      )}
    </TabFrame>
  )
}

function Desk({ symbol, onTrade }: Pick<TradeDeskProps, 'symbol' | 'onTrade'>) {
  const t = useWords<Messages>('stocks')
  const about = useCall(info, { symbol }, { freshMs: 60_000 })
  const search = { href: searchAt('trade'), label: t('titles.search') }
  return (
    <Loaded of={about} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
      {(row) => <TradeDesk symbol={symbol} row={row} search={search} whenRestricted="sell" onTrade={onTrade} />}
    </Loaded>
  )
}

function BuyingPower() {
  const t = useWords<Messages>('stocks')
  const found = useCall(statistics, {}, { freshMs: 10_000 })
  return (
    <Section title={t('trade.power')} pad="normal">
      <Loaded of={found} skeleton={<Skeleton className="h-10" />}>
        {({ currencies }) => (
          <div className="grid grid-cols-2 gap-3">
            {currencies.map((income) => (
              <div key={income.currency}>
                <p className="text-12 text-second">
                  {t(income.currency === 'USD' ? 'trade.inDollars' : 'trade.inPesos')}
                </p>
                <p className="font-strong text-16">
                  <Amount value={amountLess(income.cash, income.cashHeld)} currency={income.currency} />
                </p>
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function OpenOrders() {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const found = useCall(orders, { filter: 'open', limit: String(ordersShown) }, { everyMs: 5_000 })
  return (
    <Section title={t('positions.openOrders')} more={{ href: ordersAt(), label: t('markets.all') }}>
      <Loaded of={found} skeleton={<SkeletonRows rows={2} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={trading('orders.empty.open')} className="py-4" />
          ) : (
            rows.map((order) => <OrderRow key={order.orderId} order={order} href={orderAt(order.orderId)} />)
          )
        }
      </Loaded>
    </Section>
  )
}
