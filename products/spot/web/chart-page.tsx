import type { ReplyOf } from '@bolsillo/contract'
import { CompanyLink, GeneratedMark, useFollowing, useLoadCandles, useQuote } from '@bolsillo/market/web'
import {
  type HoldingProps,
  holdingHere,
  InstrumentPage,
  LoadedInstrument,
  MoveOrder,
  useOwnTrades,
} from '@bolsillo/trading/web'
import { abbreviate, DefinitionList, ListRow, Price, signOf, useSaid, useUi } from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import { lazy, useState } from 'react'
import {
  assets,
  type CoinAsset,
  coinCandles,
  coinTicker,
  coinTickers,
  followCoin,
  unfollowCoin,
} from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses, chartOf, feesPath } from './addresses.ts'
import { coinAtPrice } from './asset-at-price.ts'
import { coins } from './trading.ts'

/** What moves every moment comes by the stream; the window of 24 hours goes on slowly. */
const factsEveryMs = 60_000

const CoinTicket = lazy(() => import('./coin-ticket-sheet.tsx').then((sheet) => ({ default: sheet.CoinTicket })))

const AssetSheet = lazy(() => import('./asset-sheet.tsx').then((sheet) => ({ default: sheet.AssetSheet })))
const ownedEveryMs = 5_000

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
  const quote = useQuote(symbol, data.quote)
  const { token } = useSession()
  const owned = useCall(assets, {}, { enabled: token !== '', everyMs: ownedEveryMs })
  const asset = owned.data?.rows.find((row) => row.asset === data.base && signOf(row.total) !== 0)
  const [opened, setOpened] = useState<CoinAsset>()
  return (
    <InstrumentPage
      symbol={symbol}
      title={`${data.base} / ${data.currency}`}
      ticker={data.base}
      name={data.name}
      decimals={data.priceDecimals}
      volumeDecimals={4}
      dayZone="UTC"
      quote={quote}
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
      owned={
        asset && holdingHere(data.base, ownedOf(asset, { data, last: quote?.last, onOpen: () => setOpened(asset) }))
      }
    >
      {opened !== undefined && (
        // A coin that is sold to the last is owned no more; the result of the sale is still to be read.
        <AssetSheet asset={asset ?? opened} market={symbol} isOnChart onClose={() => setOpened(undefined)} />
      )}
    </InstrumentPage>
  )
}

/** What the customer owns of the coin, at the price above the chart. */
function ownedOf(
  asset: CoinAsset,
  at: {
    readonly data: Pick<ReplyOf<typeof coinTicker>, 'currency' | 'priceDecimals'>
    readonly last: string | undefined
    readonly onOpen: () => void
  },
): HoldingProps {
  const { data, last, onOpen } = at
  const { currency, priceDecimals: averageDecimals } = data
  const held = last === undefined ? undefined : coinAtPrice(asset, currency, last)
  const bought = held?.bought
  return {
    ...{ ticker: asset.asset, quantity: asset.total, onOpen },
    worth: held === undefined ? undefined : { value: held.value, currency },
    result: bought && { value: bought.unrealised, currency, percent: bought.unrealisedPercent },
    ...{ averageCost: bought?.averageCost, averageDecimals },
    ...{ free: asset.available, held: asset.held },
  }
}

/** The last 24 hours of a coin, the rules its orders follow, and the contract on it. */
function CoinRules({ of }: { readonly of: ReplyOf<typeof coinTicker> }) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const { style } = useUi()
  const { rules, day24, base, currency, priceDecimals: decimals } = of
  return (
    <div className="space-y-4 px-4 py-3">
      {day24 !== undefined && (
        <section>
          <h3 className="text-13">{t('kline.day')}</h3>
          {day24.generated !== undefined && (
            <GeneratedMark since={day24.generated.recordedSince} of={['day']} short className="-my-1" />
          )}
          <DefinitionList
            facts={[
              { label: t('kline.high'), value: <Price value={day24.high} decimals={decimals} /> },
              { label: t('kline.low'), value: <Price value={day24.low} decimals={decimals} /> },
              { label: t('kline.volume'), value: `${abbreviate(day24.volume, style)} ${base}` },
              { label: t('kline.turnover'), value: `${abbreviate(day24.turnover, style)} ${currency}` },
            ]}
          />
        </section>
      )}
      <DefinitionList
        facts={[
          { label: t('kline.tick'), value: rules.ticks.map(({ tick }) => said.quantity(tick)).join(' / ') },
          { label: t('kline.lot'), value: `${said.quantity(rules.lot)} ${base}` },
          { label: t('kline.min'), value: `${said.quantity(rules.quantityMin)} ${base}` },
          { label: t('kline.max'), value: `${said.quantity(rules.quantityMax)} ${base}` },
        ]}
      />
      <p className="text-12 text-second">{t('kline.always')}</p>
      <nav>
        <CompanyLink symbol={of.symbol} />
        <ListRow quiet href={feesPath} title={t('titles.fees')} />
        <ListRow quiet href="/pages/practice/market" title={t('kline.made')} />
        {of.contract !== undefined && <ListRow quiet href={chartOf(of.contract)} title={t('markets.contract')} />}
      </nav>
    </div>
  )
}
