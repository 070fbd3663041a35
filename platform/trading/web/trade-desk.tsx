import { bookChannel, type Quote } from '@bolsillo/market/contract'
import { applyBookChanges, type Level, QuoteChange, useQuote } from '@bolsillo/market/web'
import { Icon, Monogram, Price, Quantity, useUi } from '@bolsillo/ui'
import { useLive, useWords } from '@bolsillo/web-kit'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { Messages } from '../messages/es-ES.ts'
import { TradeButtons, type WhenRestricted } from './permission.tsx'

const levelsShown = 5

export interface TradeDeskProps {
  readonly symbol: string
  /** What is known of the instrument; undefined while it is on its way. */
  readonly row:
    | {
        readonly ticker: string
        readonly name: string
        readonly priceDecimals: number
        readonly quote?: Quote | undefined
      }
    | undefined
  /** Where another instrument is chosen. */
  readonly search: { readonly href: string; readonly label: string }
  readonly onTrade: (side: 'buy' | 'sell', limitPrice?: string) => void
  /** What the two buttons say, where it is not buying and selling. */
  readonly labels?: { readonly buy: string; readonly sell: string }
  readonly whenRestricted: WhenRestricted
}

/** One instrument to trade: its price, the best levels of its book, and the two buttons. */
export function TradeDesk({ symbol, row, search, onTrade, labels, whenRestricted }: TradeDeskProps) {
  const { Link } = useUi()
  const quote = useQuote(symbol, row?.quote)
  return (
    <section className="rounded-card bg-card p-4 shadow-card">
      <Link
        href={search.href}
        aria-label={search.label}
        className="flex min-h-11 items-center gap-2.5 active:opacity-70"
      >
        <Monogram of={row?.ticker ?? symbol} size={46} />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1 font-strong text-16">
            {row?.ticker ?? symbol} <Icon of={ChevronsUpDown} size={16} className="text-second" />
          </span>
          <span data-shortens="" className="block truncate text-12 text-second">
            {row?.name ?? ' '}
          </span>
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
          <QuoteChange quote={quote} className="text-13" />
        </span>
      </Link>
      <TopLevels symbol={symbol} decimals={row?.priceDecimals} onPick={onTrade} />
      <div className="mt-3">
        <TradeButtons whenRestricted={whenRestricted} labels={labels} onTrade={onTrade} />
      </div>
    </section>
  )
}

/** The best levels of both sides; a tap on a price takes it into the form of the other side. */
function TopLevels(props: {
  readonly symbol: string
  readonly decimals: number | undefined
  readonly onPick: TradeDeskProps['onTrade']
}) {
  const { symbol, decimals, onPick } = props
  const t = useWords<Messages>('trading')
  const book = useLive(bookChannel, symbol, applyBookChanges).data
  const [bids, asks] = [sized(book?.bids ?? []), sized(book?.asks ?? [])]
  const largest = Math.max(0, ...bids.map(({ size }) => size), ...asks.map(({ size }) => size))
  const side = (name: 'bid' | 'ask', rows: typeof bids) => (
    <ul className="grid gap-0.5">
      {Array.from({ length: levelsShown }, (_, index) => {
        const level = rows[index]
        const isBid = name === 'bid'
        return (
          // Steps of a book are close; the two buttons below do the same with room for a thumb.
          <li key={index} data-dense className="h-7">
            {level !== undefined && (
              <button
                type="button"
                aria-label={`${t(isBid ? 'desk.bid' : 'desk.ask')} ${level.price}`}
                onClick={() => onPick(isBid ? 'sell' : 'buy', level.price)}
                className={`relative flex h-full w-full items-center justify-between rounded-small px-1.5 text-13 tiny:px-1 tiny:text-11 ${isBid ? '' : 'flex-row-reverse'}`}
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
    <section aria-label={t('desk.book')} className="mt-3 grid grid-cols-2 gap-2 tiny:gap-1">
      {side('bid', bids)}
      {side('ask', asks)}
    </section>
  )
}

/** The best levels with their sizes as numbers: bars are drawing only. */
function sized(levels: readonly Level[]) {
  return levels.slice(0, levelsShown).map((level) => ({ ...level, size: Number(level.quantity) }))
}
