import type { ReplyOf } from '@bolsillo/contract'
import { PositionTab } from '@bolsillo/trading/web'
import {
  Amount,
  Card,
  Change,
  hiddenFigure,
  Icon,
  ListRow,
  Monogram,
  Note,
  Quantity,
  signOf,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { DrawnEmptyState } from '@bolsillo/ui/drawn'
import { useCall, useWords } from '@bolsillo/web-kit'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import { type ReactNode, useState } from 'react'
import { assets, type CoinAsset } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { marketsPath, movementsPath, ordersAt, transferPath } from './addresses.ts'
import { AssetSheet } from './asset-sheet.tsx'

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
          <DrawnEmptyState
            drawing="holdings"
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
  const masked = useMasked()
  return (
    <Card>
      <p className="text-12 text-second">{t('assets.total')}</p>
      <p className="font-strong text-28 leading-9">
        <Amount value={total?.usdt} currency="USDT" hero masked={masked} />
      </p>
      {total?.mxn !== undefined && (
        <p className="text-13 text-second">
          {t('assets.inPesos', { amount: masked ? hiddenFigure : said.amount(total.mxn, 'MXN') })}
        </p>
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
  const masked = useMasked()
  const cost = asset.costs.find(({ symbol }) => symbol === asset.symbol) ?? asset.costs[0]
  return (
    <ListRow
      onClick={onOpen}
      lead={<Monogram of={asset.asset} />}
      title={asset.asset}
      note={<Quantity value={asset.total} masked={masked} />}
      aside={asset.value === undefined ? '—' : <Amount value={asset.value} currency="USDT" masked={masked} />}
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
