import { OrderRow, TradeDesk } from '@bolsillo/trading/web'
import {
  Amount,
  EmptyState,
  Icon,
  IconButton,
  Loaded,
  Quantity,
  Section,
  Skeleton,
  SkeletonRows,
  TabFrame,
} from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ListChecks from 'lucide-react/icons/list-checks'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { coinTicker, list, ticket } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, listAt, orderAt, ordersAt } from './addresses.ts'
import { CoinTicket } from './coin-ticket-sheet.tsx'
import { TierCard } from './tier-card.tsx'

const ordersShown = 10
const first = 'BTC-USDT'

/** Trading coins without detours: one coin, its book, what there is to spend and sell, the fee tier, open orders. */
export default function TradePage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('spot')
  const [params] = useSearchParams()
  const { token } = useSession()
  const symbol = params.get('symbol') ?? first
  const about = useCall(coinTicker, { symbol }, { freshMs: 60_000 })
  const [order, setOrder] = useState<{ side: 'buy' | 'sell'; limitPrice?: string }>()
  const row = about.data
  return (
    <TabFrame
      title={title}
      actions={
        <>
          <IconButton label={t('titles.orders')} href={ordersAt()} icon={<Icon of={ListChecks} />} />
          <IconButton label={t('trade.chart')} href={chartOf(symbol)} icon={<Icon of={ChartCandlestick} />} />
        </>
      }
    >
      {families}
      <Loaded of={about} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
        {(data) => (
          <TradeDesk
            symbol={symbol}
            row={{ ...data, ticker: `${data.base} / ${data.currency}` }}
            search={{ href: listAt({ for: 'trade' }), label: t('trade.pick') }}
            whenRestricted="sell"
            onTrade={(side, limitPrice) => setOrder(limitPrice === undefined ? { side } : { side, limitPrice })}
          />
        )}
      </Loaded>
      {token !== '' && row !== undefined && <Power symbol={symbol} base={row.base} />}
      {token !== '' && <OpenOrders />}
      {order !== undefined && <CoinTicket symbol={symbol} {...order} onClose={() => setOrder(undefined)} />}
    </TabFrame>
  )
}

/** What may be spent and sold here, and what trading costs the customer. */
function Power({ symbol, base }: { readonly symbol: string; readonly base: string }) {
  const t = useWords<Messages>('spot')
  const found = useCall(ticket, { symbol }, { freshMs: 10_000 })
  return (
    <Loaded of={found} skeleton={<Skeleton className="h-24 rounded-card" />}>
      {({ buyingPower, position, tier }) => (
        <>
          <Section title={t('trade.power')} pad="normal">
            <div className="grid grid-cols-2 gap-3">
              {buyingPower.map((power) => (
                <div key={power.currency}>
                  <p className="text-12 text-second">{power.currency}</p>
                  <p className="font-strong text-16">
                    <Amount value={power.available} />
                  </p>
                </div>
              ))}
              <div>
                <p className="text-12 text-second">{base}</p>
                <p className="font-strong text-16">
                  <Quantity value={position.sellable} />
                </p>
              </div>
            </div>
          </Section>
          <TierCard tier={tier} />
        </>
      )}
    </Loaded>
  )
}

function OpenOrders() {
  const t = useWords<Messages>('spot')
  const found = useCall(list, { filter: 'open', limit: ordersShown }, { everyMs: 5_000 })
  return (
    <Section title={t('trade.openOrders')} more={{ href: ordersAt(), label: t('markets.all') }}>
      <Loaded of={found} skeleton={<SkeletonRows rows={2} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('trade.noOrders')} className="py-4" />
          ) : (
            rows.map((order) => <OrderRow key={order.orderId} order={order} href={orderAt(order.orderId)} />)
          )
        }
      </Loaded>
    </Section>
  )
}
