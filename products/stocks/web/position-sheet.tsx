import type { ReplyOf } from '@bolsillo/contract'
import { isChangeGenerated, QuoteChange, useQuote } from '@bolsillo/market/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { FillRow, OrderRow, TradeButtons } from '@bolsillo/trading/web'
import {
  Amount,
  ButtonLink,
  Change,
  DefinitionList,
  hiddenFigure,
  Loaded,
  Note,
  Price,
  Quantity,
  Sheet,
  SkeletonRows,
  Term,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { type Position, position as positionCall } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, orderAt } from './addresses.ts'
import { PassDay } from './pass-day.tsx'
import { positionAtPrice } from './position-at-price.ts'
import { StockTicket } from './ticket/ticket-sheet.tsx'

/** One position: sellable, locked and unsettled apart, what it cost and brought, its orders and trades; buy and sell. */
export function PositionSheet(props: {
  readonly symbol: string
  /** Its chart is behind the sheet, and needs no way to it. */
  readonly isOnChart?: boolean
  readonly onClose: () => void
}) {
  const { symbol, isOnChart = false, onClose } = props
  const t = useWords<Messages>('stocks')
  const found = useCall(positionCall, { symbol }, { everyMs: 5_000 })
  const [side, setSide] = useState<'buy' | 'sell'>()
  const owned = found.data?.position
  const quote = useQuote(symbol, owned?.quote)
  return (
    <>
      <Sheet
        open={side === undefined}
        onOpenChange={(open) => !open && side === undefined && onClose()}
        title={owned?.ticker ?? symbol}
        aside={
          <span className="flex items-baseline gap-2 text-14">
            <Price value={quote?.last} flash stale={quote?.stale ?? true} {...decimalsOf(owned)} />
            <QuoteChange quote={quote} />
          </span>
        }
        footer={<TradeButtons whenRestricted="sell" onTrade={setSide} />}
      >
        <Loaded of={found} skeleton={<SkeletonRows rows={4} />}>
          {({ position, openOrders, fills, practice }) => (
            <>
              <Facts position={positionAtPrice(position, quote?.last)} />
              {practice && position.locks.length > 0 && <PassDay />}
              <OwnTrades openOrders={openOrders} fills={fills} />
              {!isOnChart && (
                <ButtonLink kind="ghost" href={chartOf(symbol)} wide>
                  {t('positions.chart')}
                </ButtonLink>
              )}
            </>
          )}
        </Loaded>
      </Sheet>
      {side !== undefined && (
        // What was sold to the last is no position any more: there is nothing to come back to.
        <StockTicket
          symbol={symbol}
          side={side}
          onClose={() => (found.error === null ? setSide(undefined) : onClose())}
        />
      )}
    </>
  )
}

/** The orders of the share that wait, and its latest trades. */
function OwnTrades({ openOrders, fills }: Pick<ReplyOf<typeof positionCall>, 'openOrders' | 'fills'>) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  return (
    <>
      {openOrders.length > 0 && (
        <section>
          <h3 className="text-15">{trading('orders.waiting')}</h3>
          {openOrders.map((order) => (
            <OrderRow key={order.orderId} order={order} href={orderAt(order.orderId)} />
          ))}
        </section>
      )}
      <section>
        <h3 className="text-15">{t('positions.fills')}</h3>
        {fills.map((fill) => (
          <FillRow key={fill.fillId} fill={fill} href={orderAt(fill.orderId)} />
        ))}
      </section>
    </>
  )
}

const decimalsOf = (position: Position | undefined) =>
  position === undefined ? {} : { decimals: position.priceDecimals }

/** How much there is, and what of it can be sold. */
function useSizes(position: Position) {
  const t = useWords<Messages>('stocks')
  const masked = useMasked()
  return [
    {
      label: t('positions.quantity'),
      value: <Quantity masked={masked} value={position.quantity} />,
      strong: true,
    },
    { label: t('positions.sellable'), value: <Quantity masked={masked} value={position.sellable} /> },
    { label: t('positions.lockedLabel'), value: <Quantity masked={masked} value={position.locked} /> },
    {
      label: <Term sentence={t('terms.unsettled')}>{t('positions.unsettled')}</Term>,
      value: <Quantity masked={masked} value={position.unsettled} />,
    },
    { label: t('positions.heldLabel'), value: <Quantity masked={masked} value={position.held} /> },
  ]
}

function Facts({ position }: { readonly position: Position }) {
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  const masked = useMasked()
  const sizes = useSizes(position)
  const { currency } = position
  return (
    <>
      <DefinitionList
        facts={[
          {
            label: t('positions.value'),
            value: <Amount masked={masked} value={position.value} currency={currency} />,
            strong: true,
          },
          {
            label: t('positions.result'),
            value: (
              <Change
                masked={masked}
                value={position.unrealised}
                currency={currency}
                percent={position.unrealisedPercent}
              />
            ),
          },
          {
            label: t('positions.today'),
            value: (
              <Change
                masked={masked}
                value={position.today}
                currency={currency}
                percent={position.todayPercent}
                generated={isChangeGenerated(position.quote)}
              />
            ),
          },
          {
            label: t('positions.realised'),
            value: <Change masked={masked} value={position.realised} currency={currency} />,
          },
          {
            label: t('positions.averageCost'),
            value: <Price value={position.averageCost} decimals={position.priceDecimals + 2} />,
          },
          ...sizes,
        ]}
      />
      {position.locks.map((lock) => (
        <Note key={lock.sellableAt} icon={Lock}>
          {t('positions.locked', {
            quantity: masked ? hiddenFigure : said.quantity(lock.quantity),
            when: said.moment(lock.sellableAt),
          })}
        </Note>
      ))}
    </>
  )
}
