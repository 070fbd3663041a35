import type { ReplyOf } from '@bolsillo/contract'
import { useFollowing, useLoadCandles, useQuote } from '@bolsillo/market/web'
import {
  type HoldingProps,
  holdingHere,
  InstrumentPage,
  LoadedInstrument,
  MoveOrder,
  useOwnTrades,
} from '@bolsillo/trading/web'
import { Navigate, useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import { lazy, useState } from 'react'
import { candles, follow, followed, info, type Position, positions, unfollow } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { addresses, searchAt } from '../addresses.ts'
import { positionAtPrice } from '../position-at-price.ts'
import { shares } from '../trading.ts'
import { CompanyPanel } from './company-panel.tsx'

// The ticket is as large as the page itself; it comes with the first tap on buy or sell.
const StockTicket = lazy(() => import('../ticket/ticket-sheet.tsx').then((sheet) => ({ default: sheet.StockTicket })))

// So does the sheet of what is owned.
const PositionSheet = lazy(() => import('../position-sheet.tsx').then((sheet) => ({ default: sheet.PositionSheet })))
const ownedEveryMs = 5_000

const following = { follow, unfollow, refreshes: [followed, info] } as const

/** A share's chart with everything under it: book, tape, own orders, company; buy and sell at the thumb. */
export default function KlinePage() {
  const symbol = useQueryValue('symbol')
  // Without a share there is no chart to show: the customer looks for one first.
  return symbol === undefined ? <Navigate replace to={searchAt()} /> : <KlineOf symbol={symbol} />
}

function KlineOf({ symbol }: { readonly symbol: string }) {
  return (
    <LoadedInstrument of={useCall(info, { symbol })} title={symbol.split('.')[0] ?? ''}>
      {(data) => <Kline key={data.symbol} data={data} />}
    </LoadedInstrument>
  )
}

function Kline({ data }: { readonly data: ReplyOf<typeof info> }) {
  const t = useWords<Messages>('stocks')
  const { symbol, ticker } = data
  const own = useOwnTrades(shares, symbol)
  const quote = useQuote(symbol, data.quote)
  const { token } = useSession()
  const owned = useCall(positions, {}, { enabled: token !== '', everyMs: ownedEveryMs })
  const position = owned.data?.rows.find((row) => row.symbol === symbol)
  const [isOpened, setOpened] = useState(false)
  return (
    <InstrumentPage
      symbol={symbol}
      title={ticker}
      ticker={ticker}
      name={data.name}
      exchange={data.exchange}
      decimals={data.priceDecimals}
      volumeDecimals={0}
      dayZone={data.zone}
      quote={quote}
      load={useLoadCandles(candles)}
      orders={own.orders}
      fills={own.fills}
      addresses={addresses}
      follow={useFollowing(following, data)}
      trade={
        data.kind === 'stock'
          ? {
              whenRestricted: 'sell',
              ticket: (side, onClose) => <StockTicket symbol={symbol} side={side} onClose={onClose} />,
            }
          : undefined
      }
      move={(order, price, onDone) =>
        data.rules !== undefined && (
          <MoveOrder product={shares} order={order} price={price} rules={data.rules} onDone={onDone} />
        )
      }
      about={{ label: t('kline.about'), content: <CompanyPanel of={data} /> }}
      owned={
        position &&
        holdingHere(
          symbol,
          ownedOf(positionAtPrice(position, quote?.last), () => setOpened(true)),
        )
      }
    >
      {isOpened && <PositionSheet symbol={symbol} isOnChart onClose={() => setOpened(false)} />}
    </InstrumentPage>
  )
}

/** What the customer owns of the share, at the price above the chart. */
function ownedOf(position: Position, onOpen: () => void): HoldingProps {
  const { ticker, currency, value, unrealised, unrealisedPercent } = position
  return {
    ...{ ticker, quantity: position.quantity, onOpen },
    worth: value === undefined ? undefined : { value, currency },
    result: unrealised === undefined ? undefined : { value: unrealised, currency, percent: unrealisedPercent },
    averageCost: position.averageCost,
    averageDecimals: position.priceDecimals + 2,
    ...{ free: position.sellable, held: position.held, locked: position.locked },
  }
}
