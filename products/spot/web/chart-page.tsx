import type { ReplyOf } from '@bolsillo/contract'
import { useFollowing, useLoadCandles, useQuote } from '@bolsillo/market/web'
import { InstrumentPage, LoadedInstrument, MoveOrder, useOwnTrades } from '@bolsillo/trading/web'
import { useCall, useWords } from '@bolsillo/web-kit'
import { lazy } from 'react'
import { coinCandles, coinTicker, coinTickers, followCoin, unfollowCoin } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses } from './addresses.ts'
import { CoinRules } from './coin-rules.tsx'
import { coins } from './trading.ts'

/** What moves every moment comes by the stream; the window of 24 hours goes on slowly. */
const factsEveryMs = 60_000

const CoinTicket = lazy(() => import('./coin-ticket-sheet.tsx').then((sheet) => ({ default: sheet.CoinTicket })))

const following = { follow: followCoin, unfollow: unfollowCoin, refreshes: [coinTickers, coinTicker] } as const

/** A coin's chart with its book, trades, the customer's own orders, and what it trades by. */
export default function ChartPage({ symbol }: { readonly symbol: string }) {
  return (
    <LoadedInstrument of={useCall(coinTicker, { symbol }, { everyMs: factsEveryMs })} title={coins.tickerOf(symbol)}>
      {(data) => <Chart key={data.symbol} data={data} />}
    </LoadedInstrument>
  )
}

function Chart({ data }: { readonly data: ReplyOf<typeof coinTicker> }) {
  const t = useWords<Messages>('spot')
  const { symbol } = data
  const own = useOwnTrades(coins, symbol)
  return (
    <InstrumentPage
      symbol={symbol}
      title={`${data.base} / ${data.currency}`}
      ticker={data.base}
      name={data.name}
      decimals={data.priceDecimals}
      volumeDecimals={4}
      dayZone="UTC"
      quote={useQuote(symbol, data.quote)}
      day24={data.day24}
      load={useLoadCandles(coinCandles)}
      orders={own.orders}
      fills={own.fills}
      addresses={addresses}
      follow={useFollowing(following, data)}
      trade={{
        whenRestricted: 'sell',
        ticket: (side, onClose) => <CoinTicket symbol={symbol} side={side} onClose={onClose} />,
      }}
      move={(order, price, onDone) => (
        <MoveOrder product={coins} order={order} price={price} rules={data.rules} onDone={onDone} />
      )}
      about={{ label: t('kline.about'), content: <CoinRules of={data} /> }}
    />
  )
}
