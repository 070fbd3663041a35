import type { ReplyOf } from '@bolsillo/contract'
import { shareBps, writePercent } from '@bolsillo/kernel'
import { quoteChannel } from '@bolsillo/market/contract'
import { useQuote } from '@bolsillo/market/web'
import { PositionButton, PositionTab } from '@bolsillo/trading/web'
import {
  AllocationBar,
  Amount,
  Card,
  Change,
  hiddenFigure,
  Icon,
  Percent,
  Price,
  Quantity,
  useMasked,
  useSaid,
} from '@bolsillo/ui'
import { DrawnEmptyState } from '@bolsillo/ui/drawn'
import { useCall, useChangeQuery, useLives, useQueryValue, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import { type ReactNode, useMemo } from 'react'
import { type Position, positions } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { marketsPath, ordersAt } from './addresses.ts'
import { positionsAtPrices } from './position-at-price.ts'
import { PositionSheet } from './position-sheet.tsx'

type Positions = ReplyOf<typeof positions>

const everyMs = 5_000
const slicesShown = 5

/** What the customer owns: worth, result, what it is made of, and each position with its locks. */
export default function PositionPage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('stocks')
  const found = useAtPrices(useCall(positions, {}, { everyMs }))
  const symbol = useQueryValue('symbol')
  const changeQuery = useChangeQuery()
  const show = (chosen: string | undefined): void =>
    changeQuery({ family: 'stock', symbol: chosen }, { replace: chosen === undefined })
  return (
    <PositionTab
      title={title}
      families={families}
      orders={{ href: ordersAt(), label: t('titles.orders') }}
      of={found}
      skeletonLines={4}
      after={symbol !== undefined && <PositionSheet symbol={symbol} onClose={() => show(undefined)} />}
    >
      {(data) =>
        data.rows.length === 0 ? (
          <DrawnEmptyState
            drawing="holdings"
            title={t('positions.empty')}
            action={{ label: t('positions.emptyAction'), href: marketsPath }}
          />
        ) : (
          <>
            <Summary data={data} />
            {data.rows.map((row) => (
              <PositionCard key={row.symbol} position={row} onOpen={() => show(row.symbol)} />
            ))}
          </>
        )
      }
    </PositionTab>
  )
}

/** Positions at the newest prices: the rows and the sums above them from the same ones. */
function useAtPrices<Asked extends { readonly data: Positions | undefined }>(asked: Asked): Asked {
  const { data } = asked
  const symbols = useMemo(() => data?.rows.map(({ symbol }) => symbol) ?? [], [data])
  const quotes = useLives(quoteChannel, symbols)
  const atPrices = useMemo(
    () => data && positionsAtPrices(data, (symbol) => quotes.get(symbol)?.data?.last),
    [data, quotes],
  )
  return { ...asked, data: atPrices }
}

function Summary({ data }: { readonly data: Positions }) {
  const t = useWords<Messages>('stocks')
  const masked = useMasked()
  const income = data.total ?? data.currencies[0]
  if (income === undefined) return null
  return (
    <Card>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 [&>*]:min-w-[calc(50%-0.5rem)]">
        <div>
          <p className="text-12 text-second">{t('positions.value')}</p>
          <p className="font-strong text-18">
            <Amount value={income.value} currency={income.currency} masked={masked} />
          </p>
        </div>
        <div>
          <p className="text-12 text-second">{t('positions.unrealised')}</p>
          <p className="font-strong text-18">
            <Change value={income.unrealised} currency={income.currency} masked={masked} />
          </p>
        </div>
      </div>
      <AllocationBar className="mt-3" shares={slicesOf(data, income.value)} />
    </Card>
  )
}

/** The largest positions as parts of the whole, in pesos; the rest as one. Weights are for drawing only. */
function slicesOf({ rows, total, currencies }: Positions, whole: string) {
  const rateOf = (currency: string): number => {
    if (total === undefined || currency === total.currency) return 1
    const dollars = currencies.find((income) => income.currency === currency)
    const pesos = currencies.find((income) => income.currency === total.currency)
    const inPesos = Number(total.value) - Number(pesos?.value ?? 0)
    return dollars === undefined || Number(dollars.value) === 0 ? 1 : inPesos / Number(dollars.value)
  }
  const weights = rows.map((row) => ({
    label: row.ticker,
    weight: Number(row.value ?? row.cost) * rateOf(row.currency),
  }))
  const shown = weights.slice(0, slicesShown)
  const percentOf = (weight: number) => (
    <Percent
      value={writePercent(shareBps(BigInt(Math.round(weight)), BigInt(Math.max(1, Math.round(Number(whole))))))}
      decimals={0}
    />
  )
  return shown.map((slice) => ({ ...slice, text: percentOf(slice.weight) }))
}

function PositionCard({ position, onOpen }: { readonly position: Position; readonly onOpen: () => void }) {
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  const masked = useMasked()
  const quote = useQuote(position.symbol, position.quote)
  const locked = position.locks[0]
  const fact = 'text-12 text-second [&>*]:font-strong [&>*]:text-ink'
  return (
    <PositionButton
      of={position.ticker}
      title={position.ticker}
      note={
        <span data-shortens="" className="truncate">
          {position.name}
        </span>
      }
      worth={<Amount value={position.value ?? position.cost} currency={position.currency} masked={masked} />}
      percent={position.unrealisedPercent}
      onOpen={onOpen}
    >
      <span className="mt-2.5 flex justify-between gap-2">
        <span className={fact}>
          {t('positions.quantity')} <Quantity value={position.quantity} masked={masked} />
        </span>
        <span className={fact}>
          {t('positions.last')}{' '}
          <Price value={quote?.last} decimals={position.priceDecimals} flash stale={quote?.stale ?? true} />
        </span>
        <span className={fact}>
          {t('positions.cost')} <Price value={position.averageCost} decimals={position.priceDecimals} />
        </span>
      </span>
      {locked !== undefined && (
        <span className="mt-2 flex items-center gap-1.5 text-12 text-second">
          <Icon of={Lock} size={16} className="shrink-0" />
          {t('positions.locked', {
            quantity: masked ? hiddenFigure : said.quantity(locked.quantity),
            when: said.shortDay(locked.sellableAt),
          })}
        </span>
      )}
    </PositionButton>
  )
}
