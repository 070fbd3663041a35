import { bookChannel } from '@bolsillo/market/contract'
import {
  Amount,
  Button,
  Card,
  Change,
  EmptyState,
  Icon,
  IconButton,
  Monogram,
  Price,
  Quantity,
  Section,
  Skeleton,
  SkeletonRows,
  TabFrame,
  useUi,
} from '@bolsillo/ui'
import { useCall, useLive, useSession, useWords } from '@bolsillo/web-kit'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import ListChecks from 'lucide-react/icons/list-checks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { hot, info, orders, statistics } from '../contract.ts'
import { amountLess, applyBookDelta, topOfBook } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, ordersAt, searchAt } from './addresses.ts'
import { Loaded } from './loading.tsx'
import { OrderRow } from './order/order-row.tsx'
import { useStockCountry } from './stored.ts'
import { TicketSheet } from './ticket/ticket-sheet.tsx'
import { useQuote } from './use-quote.ts'

const levelsShown = 5
const ordersShown = 10

/** Trading without detours: one instrument, its book, buy and sell, what there is to spend, and the open orders. */
export default function TradePage() {
  const t = useWords<Messages>('stocks')
  const [country] = useStockCountry()
  const [params] = useSearchParams()
  const { token } = useSession()
  const popular = useCall(hot, { stockCountry: country, limit: '1' }, { enabled: !params.has('symbol') })
  const symbol = params.get('symbol') ?? popular.data?.rows[0]?.symbol
  const [ticket, setTicket] = useState<{ side: 'buy' | 'sell'; limitPrice?: string }>()
  return (
    <TabFrame
      title={t('titles.trade')}
      actions={
        <>
          <IconButton label={t('titles.orders')} href={ordersAt()} icon={<Icon of={ListChecks} />} />
          {symbol !== undefined && (
            <IconButton label={t('trade.chart')} href={chartOf(symbol)} icon={<Icon of={ChartCandlestick} />} />
          )}
        </>
      }
    >
      {symbol === undefined ? (
        <Skeleton className="h-[320px] rounded-card" />
      ) : (
        <Desk
          symbol={symbol}
          onTrade={(side, limitPrice) => setTicket(limitPrice === undefined ? { side } : { side, limitPrice })}
        />
      )}
      {token !== '' && <BuyingPower />}
      {token !== '' && <OpenOrders />}
      {symbol !== undefined && ticket !== undefined && (
        <TicketSheet symbol={symbol} {...ticket} open onOpenChange={(open) => !open && setTicket(undefined)} />
      )}
    </TabFrame>
  )
}

interface DeskProps {
  readonly symbol: string
  readonly onTrade: (side: 'buy' | 'sell', limitPrice?: string) => void
}

function Desk({ symbol, onTrade }: DeskProps) {
  const t = useWords<Messages>('stocks')
  const { Link } = useUi()
  const about = useCall(info, { symbol }, { freshMs: 60_000 })
  const quote = useQuote(symbol, about.data?.quote)
  const row = about.data
  return (
    <Card>
      <Link
        href={searchAt('trade')}
        aria-label={t('titles.search')}
        className="flex min-h-11 items-center gap-2.5 active:opacity-70"
      >
        <Monogram of={row?.ticker ?? symbol} size={46} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1 font-strong text-16">
            {row?.ticker ?? symbol} <Icon of={ChevronsUpDown} size={16} className="text-second" />
          </span>
          <span className="block truncate text-12 text-second">{row?.name ?? ' '}</span>
        </span>
        <span className="text-right">
          <span className="block font-strong text-18">
            <Price
              value={quote?.last}
              flash
              stale={quote?.stale ?? true}
              {...(row === undefined ? {} : { decimals: row.priceDecimals })}
            />
          </span>
          <Change percent={quote?.changePercent} className="font-strong text-13" />
        </span>
      </Link>
      <TopLevels symbol={symbol} decimals={row?.priceDecimals} onPick={onTrade} />
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button kind="sell" onClick={() => onTrade('sell')}>
          {t('sides.sell')}
        </Button>
        <Button kind="buy" onClick={() => onTrade('buy')}>
          {t('sides.buy')}
        </Button>
      </div>
    </Card>
  )
}

/** The best levels of both sides; a tap on a price takes it into the form of the other side. */
function TopLevels(props: {
  readonly symbol: string
  readonly decimals: number | undefined
  readonly onPick: DeskProps['onTrade']
}) {
  const { symbol, decimals, onPick } = props
  const t = useWords<Messages>('stocks')
  const book = useLive(bookChannel, symbol, applyBookDelta).data
  const { bids, asks, largest } = topOfBook(book, levelsShown)
  const side = (name: 'bid' | 'ask', rows: typeof bids) => (
    <ul className="grid gap-0.5">
      {Array.from({ length: levelsShown }, (_, index) => {
        const level = rows[index]
        const isBid = name === 'bid'
        return (
          <li key={index} className="h-7">
            {level !== undefined && (
              <button
                type="button"
                aria-label={`${t(isBid ? 'trade.bid' : 'trade.ask')} ${level.price}`}
                onClick={() => onPick(isBid ? 'sell' : 'buy', level.price)}
                className={`relative flex h-full w-full items-center justify-between rounded-small px-1.5 text-13 ${isBid ? '' : 'flex-row-reverse'}`}
              >
                <span
                  aria-hidden="true"
                  className={`absolute inset-y-0.5 rounded-small opacity-12 ${isBid ? 'right-0 bg-up' : 'left-0 bg-down'}`}
                  style={{ width: `${largest === 0 ? 0 : (level.size / largest) * 100}%` }}
                />
                <Quantity value={level.quantity} className="relative text-second" />
                <span className={`relative font-strong ${isBid ? 'text-up' : 'text-down'}`}>
                  <Price value={level.price} {...(decimals === undefined ? {} : { decimals })} />
                </span>
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
  return (
    <section aria-label={t('trade.book')} className="mt-3 grid grid-cols-2 gap-2">
      {side('bid', bids)}
      {side('ask', asks)}
    </section>
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
  const found = useCall(orders, { filter: 'open', limit: String(ordersShown) }, { everyMs: 5_000 })
  return (
    <Section title={t('positions.openOrders')} more={{ href: ordersAt(), label: t('markets.all') }}>
      <Loaded of={found} skeleton={<SkeletonRows rows={2} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('orders.empty.open')} className="py-4" />
          ) : (
            rows.map((order) => <OrderRow key={order.orderId} order={order} />)
          )
        }
      </Loaded>
    </Section>
  )
}
