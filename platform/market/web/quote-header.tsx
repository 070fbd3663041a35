import { abbreviate, Change, Price, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Quote } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { changeSince } from './change-since.ts'
import type { Span } from './change-span.tsx'
import { type GeneratedFigure, GeneratedMark } from './generated-mark.tsx'
import { isChangeGenerated } from './quote-row.tsx'

export interface QuoteHeaderProps {
  readonly name: string
  /** Where it trades; left out where it trades nowhere else. */
  readonly exchange?: string
  readonly decimals: number
  readonly quote: Quote | undefined
  /** The market never closes: its being open says nothing. */
  readonly alwaysOpen?: boolean
  /** Since when the change counts; the figures at the right are of the same time. */
  readonly span?: Span
  /** The last 24 hours, where the figures are theirs. */
  readonly day24?:
    | (Pick<Quote, 'open' | 'high' | 'low' | 'volume'> & {
        readonly generated?: { readonly recordedSince: number } | undefined
      })
    | undefined
}

/** What of the figures of a header was generated. The last 24 hours begin with their own first price. */
function markedOf(
  quote: QuoteHeaderProps['quote'],
  day24: QuoteHeaderProps['day24'],
): { readonly since: number; readonly of: readonly GeneratedFigure[] } | undefined {
  if (day24 !== undefined) {
    return day24.generated && { since: day24.generated.recordedSince, of: ['day', 'change'] }
  }
  if (quote?.generated === undefined) return undefined
  const { recordedSince, day } = quote.generated
  const figures = [
    ...(day === undefined ? [] : (['day'] as const)),
    ...(isChangeGenerated(quote) ? (['change'] as const) : []),
  ]
  return { since: recordedSince, of: figures }
}

/** The price, large, with its change; where it trades and whether it does now; the day's figures at the right. */
export function QuoteHeader({
  name,
  exchange,
  decimals,
  quote,
  alwaysOpen = false,
  span = 'close',
  day24,
}: QuoteHeaderProps) {
  const t = useWords<Messages>('market')
  const since = day24 === undefined || quote === undefined ? undefined : changeSince(quote.last, day24.open)
  const change = since?.change ?? quote?.change
  const day = day24 ?? quote
  const marked = markedOf(quote, day24)
  const up = change !== undefined && !change.startsWith('-')
  const isOpen = quote?.session === 'continuous'
  return (
    <section className="px-4 pt-1 pb-2.5">
      <div className="flex justify-between gap-3">
        <div className="min-w-0">
          <p className="flex items-center gap-1 text-12 text-second">
            <span className="truncate">{name}</span>
            {exchange !== undefined && <span className="shrink-0">· {exchange}</span>}
            {quote !== undefined && !alwaysOpen && (
              <span className={`shrink-0 ${isOpen ? 'text-up' : ''}`}>
                · <span aria-hidden="true">●</span> {t(`sessions.${quote.session}`)}
              </span>
            )}
          </p>
          <p
            className={`min-h-10.5 font-strong text-34 leading-tight tracking-[-0.03em] ${quote === undefined ? '' : up ? 'text-up' : 'text-down'}`}
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
                percent={since?.percent ?? quote.changePercent}
                decimals={decimals}
                generated={marked?.of.includes('change') === true}
              />
            )}
          </p>
          <p className="text-12 text-second">{t(`kline.spans.${span}`)}</p>
        </div>
        <DayFigures day={day} decimals={decimals} />
      </div>
      {marked !== undefined && <GeneratedMark {...marked} short className="-mb-2.5" />}
    </section>
  )
}

function DayFigures(props: {
  readonly day: Pick<Quote, 'open' | 'high' | 'low' | 'volume'> | undefined
  readonly decimals: number
}) {
  const { day, decimals } = props
  const t = useWords<Messages>('market')
  const { style } = useUi()
  const figures = [
    [t('kline.high'), <Price key="h" value={day?.high} decimals={decimals} />],
    [t('kline.low'), <Price key="l" value={day?.low} decimals={decimals} />],
    [t('kline.volume'), day === undefined ? '—' : abbreviate(day.volume, style)],
    [t('kline.open'), <Price key="o" value={day?.open} decimals={decimals} />],
  ] as const
  return (
    <dl className="grid shrink-0 grid-cols-[auto_auto] content-end gap-x-3.5 gap-y-0.5 text-13">
      {figures.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-second">{label}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
