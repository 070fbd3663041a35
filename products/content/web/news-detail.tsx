import { Loaded, PageFrame, SkeletonCard, useUi } from '@bolsillo/ui'
import { useCall, useQueryValue, useWords } from '@bolsillo/web-kit'
import { readNews } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { Article } from './article.tsx'
import { FeedFacts } from './feed-facts.tsx'
import { type Market, MarketFacts } from './market-facts.tsx'
import { paths } from './paths.ts'

/** One article of the news. `chartOf`: where the chart of an instrument of any product is. */
export function NewsDetail({ chartOf }: { readonly chartOf: (of: Pick<Market, 'symbol' | 'instrument'>) => string }) {
  const t = useWords<Messages>('content')
  // News of the market come in the language of the call, so a change of language reads them again.
  const asked = useCall(readNews, { id: useQueryValue('id') ?? '' }, { freshMs: 0 })
  return (
    <PageFrame title={t('news.detail')}>
      <Loaded of={asked} skeleton={<SkeletonCard lines={6} />}>
        {({ market, feed, ...article }) => (
          <Article
            of={article}
            by={feed !== undefined ? t('feed.by', { source: feed.source }) : t(market ? 'market.by' : 'article.by')}
            source={feed?.source}
            lang={feed?.language}
            about={article.symbols.length > 0 && <About symbols={article.symbols} />}
          >
            {feed !== undefined && <FeedFacts of={feed} />}
            {market !== undefined && <MarketFacts of={market} chartHref={chartOf(market)} />}
          </Article>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** What it is about; each leads to all news of it. */
function About({ symbols }: { readonly symbols: readonly string[] }) {
  const t = useWords<Messages>('content')
  const { Link } = useUi()
  return (
    <p className="flex flex-wrap items-center gap-x-3 px-1 text-13">
      <span className="text-second">{t('news.about')}</span>
      {symbols.map((symbol) => (
        <Link
          key={symbol}
          href={`${paths.news}?symbol=${encodeURIComponent(symbol)}`}
          className="flex min-h-11 items-center font-medium text-brand"
        >
          {symbol}
        </Link>
      ))}
    </p>
  )
}
