import { classes, EmptyState, formatDecimal, Quantity, Skeleton, useUi } from '@bolsillo/ui'
import { useLive, useWords } from '@bolsillo/web-kit'
import { bookChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { applyBookChanges, barWidths, type Level } from './book-levels.ts'

const rows = 10

function Side({
  levels,
  largest,
  decimals,
  side,
}: {
  readonly levels: readonly Level[]
  readonly largest: number
  readonly decimals: number
  readonly side: 'buy' | 'sell'
}) {
  const t = useWords<Messages>('market')
  const { style } = useUi()
  const widths = barWidths(levels, largest)
  const buying = side === 'buy'
  return (
    <ul aria-label={t(buying ? 'kline.bids' : 'kline.asks')} className="min-w-0">
      {levels.map((level, index) => (
        <li
          key={level.price}
          className={`relative flex h-6 items-center justify-between ${buying ? '' : 'flex-row-reverse'}`}
        >
          <span
            aria-hidden="true"
            className={`absolute inset-y-0.5 rounded-[3px] opacity-12 ${buying ? 'right-0 bg-up' : 'left-0 bg-down'}`}
            style={{ width: `${(widths[index] ?? 0) * 0.82}%` }}
          />
          <span className="relative">
            <Quantity value={level.quantity} />
          </span>
          <span className={`relative font-strong ${buying ? 'text-up' : 'text-down'}`}>
            {formatDecimal(level.price, style, { decimals })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The book, live: bids left, asks right, each level's bar against the largest one shown. */
export function BookPanel({ symbol, decimals }: { readonly symbol: string; readonly decimals: number }) {
  const t = useWords<Messages>('market')
  const { data, live } = useLive(bookChannel, symbol, applyBookChanges)
  if (data === undefined) {
    return (
      <div className="grid h-60 grid-cols-2 gap-2 px-4 py-2" role="status" aria-busy="true">
        {Array.from({ length: 16 }, (_, index) => (
          <Skeleton key={index} className="h-4" />
        ))}
      </div>
    )
  }
  const bids = data.bids.slice(0, rows)
  const asks = data.asks.slice(0, rows)
  if (bids.length + asks.length === 0) return <EmptyState title={t('kline.bookEmpty')} />
  const largest = Math.max(...[...bids, ...asks].map((level) => Number(level.quantity)))
  return (
    <div className={classes('@container', !live && 'opacity-60')}>
      <div className="flex justify-between px-4 pt-2 text-11 text-second" aria-hidden="true">
        <span>{t('kline.bids')}</span>
        <span>{t('kline.asks')}</span>
      </div>
      {/* Beside a chart and on the smallest phones a size and a price of a coin would run together. */}
      <div className="grid grid-cols-2 gap-2 px-4 py-1.5 text-13 tiny:text-12 @max-[20rem]:text-11">
        <Side levels={bids} largest={largest} decimals={decimals} side="buy" />
        <Side levels={asks} largest={largest} decimals={decimals} side="sell" />
      </div>
    </div>
  )
}
