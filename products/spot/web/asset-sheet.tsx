import { useQuote } from '@bolsillo/market/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { TradeButtons } from '@bolsillo/trading/web'
import {
  Amount,
  ButtonLink,
  Change,
  DefinitionList,
  hiddenFigure,
  Note,
  Price,
  Quantity,
  Sheet,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { CoinAsset, CoinCost } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf } from './addresses.ts'
import { assetAtPrice } from './asset-at-price.ts'
import { CoinTicket } from './coin-ticket-sheet.tsx'
import { coins } from './trading.ts'

/** One coin: what is free and what is set aside, what it cost in each market and its result; buy and sell. */
export function AssetSheet(props: {
  readonly asset: CoinAsset
  /** The market its orders go to, when not the one it is valued in. */
  readonly market?: string
  /** Its chart is behind the sheet, and needs no way to it. */
  readonly isOnChart?: boolean
  readonly onClose: () => void
}) {
  const { market, isOnChart = false, onClose } = props
  const asset = assetAtPrice(props.asset, useQuote(props.asset.symbol, props.asset.quote)?.last)
  const t = useWords<Messages>('spot')
  const trading = useWords<TradingMessages>('trading')
  const said = useSaid()
  const masked = useMasked()
  const [side, setSide] = useState<'buy' | 'sell'>()
  const symbol = market ?? asset.symbol
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
          {
            label: t('assets.value'),
            value: <Amount masked={masked} value={asset.value} currency="USDT" />,
            strong: true,
          },
          { label: t('assets.amount'), value: <Quantity masked={masked} value={asset.total} />, strong: true },
          { label: t('assets.available'), value: <Quantity masked={masked} value={asset.available} /> },
          { label: t('assets.held'), value: <Quantity masked={masked} value={asset.held} /> },
        ]}
      />
      {asset.costs.map((cost) => (
        <Cost key={cost.symbol} cost={cost} />
      ))}
      {!/^0(\.0*)?$/.test(asset.costUnknown) && asset.costs.length > 0 && (
        <Note>
          {t('assets.unknown', {
            quantity: `${masked ? hiddenFigure : said.quantity(asset.costUnknown)} ${asset.asset}`,
          })}
        </Note>
      )}
      {symbol !== undefined && !isOnChart && (
        <ButtonLink kind="ghost" wide href={chartOf(symbol)}>
          {trading('titles.chart')}
        </ButtonLink>
      )}
    </Sheet>
  )
}

function Cost({ cost }: { readonly cost: CoinCost }) {
  const t = useWords<Messages>('spot')
  const masked = useMasked()
  const { currency } = cost
  return (
    <section>
      <h3 className="text-15">{t('assets.bought', { market: coins.tickerOf(cost.symbol) })}</h3>
      <DefinitionList
        facts={[
          { label: t('assets.average'), value: <Price value={cost.averageCost} />, strong: true },
          { label: t('assets.cost'), value: <Amount masked={masked} value={cost.cost} currency={currency} /> },
          {
            label: t('assets.result'),
            value: (
              <Change masked={masked} value={cost.unrealised} currency={currency} percent={cost.unrealisedPercent} />
            ),
          },
          { label: t('assets.realised'), value: <Change masked={masked} value={cost.realised} currency={currency} /> },
          {
            label: t('assets.fees'),
            value: (
              <>
                <Amount masked={masked} value={cost.fees} currency={currency} /> +{' '}
                <Amount masked={masked} value={cost.vat} currency={currency} />
              </>
            ),
          },
        ]}
      />
    </section>
  )
}
