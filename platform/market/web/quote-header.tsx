import { abbreviate, Change, classes, Price, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Quote } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type GeneratedFigure, GeneratedMark } from './generated-mark.tsx'
import { isChangeGenerated } from './quote-row.tsx'

export interface QuoteHeaderProps {
  readonly name: string
  /** Where it trades; left out where it trades nowhere else. */
  readonly exchange?: string | undefined
  readonly decimals: number
  readonly quote: Quote | undefined
  /** The market never closes: its being open says nothing. */
  readonly alwaysOpen?: boolean
  /** The last 24 hours, where the figures are theirs. */
  readonly day24?:
    | (Pick<Quote, 'open' | 'high' | 'low' | 'volume'> & {
        readonly generated?: { readonly recordedSince: number } | undefined
      })
    | undefined
}

/** What of the figures of a header was generated. The last 24 hours have a mark of their own. */
export function markedOf(
  quote: QuoteHeaderProps['quote'],
  day24: QuoteHeaderProps['day24'],
): { readonly since: number; readonly of: readonly GeneratedFigure[] } | undefined {
  const since = quote?.generated?.recordedSince ?? day24?.generated?.recordedSince
  if (since === undefined) return undefined
  const isDay = day24 === undefined ? quote?.generated?.day !== undefined : day24.generated !== undefined
  return {
    since,
    of: [...(isDay ? (['day'] as const) : []), ...(isChangeGenerated(quote) ? (['change'] as const) : [])],
  }
}

/** The price, large, with its change; where it trades and whether it does now; the day's figures at the right. */
export function QuoteHeader({ name, exchange, decimals, quote, alwaysOpen = false, day24 }: QuoteHeaderProps) {
  const t = useWords<Messages>('market')
  const change = quote?.change
  const day = day24 ?? quote
  const marked = markedOf(quote, day24)
  const up = change !== undefined && !change.startsWith('-')
  const isOpen = quote?.session === 'continuous'
  return (
    <section className="px-4 pt-1 pb-2.5">
      <div className="flex justify-between gap-3">
        <div className="min-w-0">
          <p className="flex items-center gap-1 text-12 text-second tiny:flex-wrap">
            <span className="truncate tiny:whitespace-normal">{name}</span>
            {exchange !== undefined && <span className="shrink-0">· {exchange}</span>}
            {quote !== undefined && !alwaysOpen && (
              <span className={`shrink-0 ${isOpen ? 'text-up' : ''}`}>
                {/* Where it may begin a line, the point before it is one too many. */}
                <span className="tiny:hidden">· </span>
                <span aria-hidden="true">●</span> {t(`sessions.${quote.session}`)}
              </span>
            )}
          </p>
          <p
            className={`min-h-10.5 font-strong text-34 leading-tight tiny:text-28 tracking-[-0.03em] ${quote === undefined ? '' : up ? 'text-up' : 'text-down'}`}
          >
            <Price
              value={quote?.last}
              decimals={decimals}
              flash
              {...(quote === undefined ? {} : { stale: quote.stale, at: quote.at })}
            />
          </p>
          <p className="min-h-5 font-medium text-14">
            {quote !== undefined && (
              <Change
                value={change}
                percent={quote.changePercent}
                decimals={decimals}
                generated={isChangeGenerated(quote)}
              />
            )}
          </p>
          <p className="min-h-4.5 text-12 text-second">{quote !== undefined && t(`kline.spans.${quote.span}`)}</p>
        </div>
        <DayFigures day={day} decimals={decimals} />
      </div>
      {marked !== undefined && <GeneratedMark {...marked} short className="-mb-2.5" />}
    </section>
  )
}

/** High, low, volume and open of a day. */
export function DayFigures(props: {
  readonly day: Pick<Quote, 'open' | 'high' | 'low' | 'volume'> | undefined
  readonly decimals: number
  /** Two beside each other, where there is room. */
  readonly across?: boolean
}) {
  const { day, decimals, across = false } = props
  const t = useWords<Messages>('market')
  const { style } = useUi()
  const figures = [
    [t('kline.high'), <Price key="h" value={day?.high} decimals={decimals} />],
    [t('kline.low'), <Price key="l" value={day?.low} decimals={decimals} />],
    [t('kline.volume'), day === undefined ? '—' : abbreviate(day.volume, style)],
    [t('kline.open'), <Price key="o" value={day?.open} decimals={decimals} />],
  ] as const
  return (
    <dl
      className={classes(
        'grid shrink-0 content-end gap-y-0.5',
        across
          ? 'grid-cols-[repeat(4,auto)] gap-x-2.5 text-12'
          : 'grid-cols-[auto_auto] gap-x-3.5 text-13 tiny:gap-x-2 tiny:text-12',
      )}
    >
      {figures.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-second">{label}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
