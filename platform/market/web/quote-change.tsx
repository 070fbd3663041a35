import { Change, classes } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Quote } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { isChangeGenerated } from './quote-row.tsx'

interface QuoteChangeProps {
  readonly quote: Quote | undefined
  readonly className?: string
}

/** The change of one instrument in percent, and under it since when it counts: the same everywhere. */
export function QuoteChange({ quote, className }: QuoteChangeProps) {
  const t = useWords<Messages>('market')
  return (
    <span className={classes('inline-flex flex-col items-end', className)}>
      <Change percent={quote?.changePercent} generated={isChangeGenerated(quote)} className="font-strong" />
      <span className="min-h-4 whitespace-nowrap font-plain text-12 text-second leading-4">
        {quote !== undefined && t(`kline.spans.${quote.span}`)}
      </span>
    </span>
  )
}
