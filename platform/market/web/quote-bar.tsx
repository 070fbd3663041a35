import { Change, Price } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { GeneratedMark } from './generated-mark.tsx'
import { DayFigures, markedOf, type QuoteHeaderProps } from './quote-header.tsx'
import { isChangeGenerated } from './quote-row.tsx'

interface QuoteBarProps extends QuoteHeaderProps {
  readonly title: string
  /** It is the page's heading: no bar above says the same. */
  readonly isHeading: boolean
  /** At the right end: the star. */
  readonly actions?: ReactNode
}

/** The head of an instrument on a wide screen, in one line: what it is, its price and change, the day's figures. */
export function QuoteBar(props: QuoteBarProps) {
  const { title, isHeading, name, exchange, decimals, quote, alwaysOpen = false, day24, actions } = props
  const t = useWords<Messages>('market')
  const marked = markedOf(quote, day24)
  const isOpen = quote?.session === 'continuous'
  const up = quote?.change?.startsWith('-') === false
  return (
    <section className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <div className="min-w-0">
          {isHeading && <h1 className="truncate text-18 leading-6">{title}</h1>}
          <p className="truncate text-12 text-second">
            {isHeading && exchange !== undefined ? exchange : name}
            {!isHeading && exchange !== undefined && ` · ${exchange}`}
            {quote !== undefined && !alwaysOpen && (
              <span className={isOpen ? 'text-up' : ''}>
                {' '}
                · <span aria-hidden="true">●</span> {t(`sessions.${quote.session}`)}
              </span>
            )}
          </p>
        </div>
        <p
          className={`font-strong text-28 leading-9 tracking-tight ${quote === undefined ? '' : up ? 'text-up' : 'text-down'}`}
        >
          <Price
            value={quote?.last}
            decimals={decimals}
            flash
            {...(quote === undefined ? {} : { stale: quote.stale, at: quote.at })}
          />
        </p>
        {quote !== undefined && (
          <div>
            <p className="font-medium text-14">
              <Change
                value={quote.change}
                percent={quote.changePercent}
                decimals={decimals}
                generated={isChangeGenerated(quote)}
              />
            </p>
            <p className="text-12 text-second">{t(`kline.spans.${quote.span}`)}</p>
          </div>
        )}
        <div className="flex flex-1 items-center justify-between gap-4 roomy:justify-end">
          <DayFigures day={day24 ?? quote} decimals={decimals} across />
          {actions}
        </div>
      </div>
      {marked !== undefined && <GeneratedMark {...marked} short className="-mb-2.5" />}
    </section>
  )
}
