import type { ReplyOf } from '@bolsillo/contract'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { PositionTab, TradeButtons } from '@bolsillo/trading/web'
import {
  Amount,
  ButtonLink,
  Card,
  Change,
  DefinitionList,
  EmptyState,
  Icon,
  ListRow,
  Monogram,
  Note,
  Price,
  Quantity,
  Sheet,
  signOf,
  useSaid,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Coins from 'lucide-react/icons/coins'
import { type ReactNode, useState } from 'react'
import { assets, type CoinAsset, type CoinCost } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, marketsPath, movementsPath, ordersAt, transferPath } from './addresses.ts'
import { CoinTicket } from './coin-ticket-sheet.tsx'
import { coins } from './trading.ts'

const everyMs = 5_000

/** What the customer has in coins: worth, average cost and result, coin by coin. */
export default function PositionPage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('spot')
  const found = useCall(assets, {}, { everyMs })
  const [opened, setOpened] = useState<CoinAsset>()
  // A coin that is sold to the last leaves the list; the result of the sale is still to be read.
  const asset = opened && (found.data?.rows.find((row) => row.asset === opened.asset) ?? opened)
  return (
    <PositionTab
      title={title}
      families={families}
      orders={{ href: ordersAt(), label: t('titles.orders') }}
      of={found}
      skeletonLines={2}
      after={
        <>
          <nav className="rounded-card bg-card px-4 shadow-card">
            <ListRow
              quiet
              href={transferPath}
              lead={<Icon of={ArrowRightLeft} size={20} />}
              title={t('assets.transfer')}
            />
            <ListRow quiet href={movementsPath} title={t('assets.movements')} />
          </nav>
          {asset !== undefined && <AssetSheet asset={asset} onClose={() => setOpened(undefined)} />}
        </>
      }
    >
      {({ rows, total, stale }) =>
        rows.every(({ total: owned }) => signOf(owned) === 0) ? (
          <EmptyState
            icon={Coins}
            title={t('assets.empty')}
            text={t('assets.emptyText')}
            action={{ label: t('assets.emptyAction'), href: marketsPath }}
          />
        ) : (
          <>
            <TotalCard total={total} stale={stale} />
            <section className="rounded-card bg-card px-4 shadow-card">
              {rows.map((row) => (
                <AssetRow key={row.asset} asset={row} onOpen={() => setOpened(row)} />
              ))}
            </section>
          </>
        )
      }
    </PositionTab>
  )
}

function TotalCard({ total, stale }: Pick<ReplyOf<typeof assets>, 'total' | 'stale'>) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  return (
    <Card>
      <p className="text-12 text-second">{t('assets.total')}</p>
      <p className="font-strong text-28 leading-9">
        <Amount value={total?.usdt} currency="USDT" hero />
      </p>
      {total?.mxn !== undefined && (
        <p className="text-13 text-second">{t('assets.inPesos', { amount: said.amount(total.mxn, 'MXN') })}</p>
      )}
      {stale && (
        <Note tone="warning" className="mt-2">
          {t('assets.stale')}
        </Note>
      )}
    </Card>
  )
}

function AssetRow({ asset, onOpen }: { readonly asset: CoinAsset; readonly onOpen: () => void }) {
  const cost = asset.costs.find(({ symbol }) => symbol === asset.symbol) ?? asset.costs[0]
  return (
    <ListRow
      onClick={onOpen}
      lead={<Monogram of={asset.asset} />}
      title={asset.asset}
      note={<Quantity value={asset.total} />}
      aside={asset.value === undefined ? '—' : <Amount value={asset.value} currency="USDT" />}
      asideNote={
        cost?.unrealisedPercent === undefined ? (
          asset.name === asset.asset ? undefined : (
            asset.name
          )
        ) : (
          <Change percent={cost.unrealisedPercent} className="font-strong" />
        )
      }
      chevron={false}
    />
  )
}

/** One coin: what is free and what is set aside, what it cost in each market and its result; buy and sell. */
function AssetSheet({ asset, onClose }: { readonly asset: CoinAsset; readonly onClose: () => void }) {
  const t = useWords<Messages>('spot')
  const trading = useWords<TradingMessages>('trading')
  const said = useSaid()
  const [side, setSide] = useState<'buy' | 'sell'>()
  const { symbol } = asset
  if (symbol !== undefined && side !== undefined) {
    return <CoinTicket symbol={symbol} side={side} onClose={() => setSide(undefined)} />
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${asset.asset} · ${asset.name}`}
      footer={symbol !== undefined && <TradeButtons whenRestricted="sell" onTrade={setSide} />}
    >
      <DefinitionList
        facts={[
          { label: t('assets.value'), value: <Amount value={asset.value} currency="USDT" />, strong: true },
          { label: t('assets.amount'), value: <Quantity value={asset.total} />, strong: true },
          { label: t('assets.available'), value: <Quantity value={asset.available} /> },
          { label: t('assets.held'), value: <Quantity value={asset.held} /> },
        ]}
      />
      {asset.costs.map((cost) => (
        <Cost key={cost.symbol} cost={cost} />
      ))}
      {!/^0(\.0*)?$/.test(asset.costUnknown) && asset.costs.length > 0 && (
        <Note>{t('assets.unknown', { quantity: `${said.quantity(asset.costUnknown)} ${asset.asset}` })}</Note>
      )}
      {symbol !== undefined && (
        <ButtonLink kind="ghost" wide href={chartOf(symbol)}>
          {trading('titles.chart')}
        </ButtonLink>
      )}
    </Sheet>
  )
}

function Cost({ cost }: { readonly cost: CoinCost }) {
  const t = useWords<Messages>('spot')
  const { currency } = cost
  return (
    <section>
      <h3 className="text-15">{t('assets.bought', { market: coins.tickerOf(cost.symbol) })}</h3>
      <DefinitionList
        facts={[
          { label: t('assets.average'), value: <Price value={cost.averageCost} />, strong: true },
          { label: t('assets.cost'), value: <Amount value={cost.cost} currency={currency} /> },
          {
            label: t('assets.result'),
            value: <Change value={cost.unrealised} currency={currency} percent={cost.unrealisedPercent} />,
          },
          { label: t('assets.realised'), value: <Change value={cost.realised} currency={currency} /> },
          {
            label: t('assets.fees'),
            value: (
              <>
                <Amount value={cost.fees} currency={currency} /> + <Amount value={cost.vat} currency={currency} />
              </>
            ),
          },
        ]}
      />
    </section>
  )
}
