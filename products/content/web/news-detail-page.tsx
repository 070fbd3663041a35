import { Loaded, PageFrame, SkeletonCard, useUi } from '@bolsillo/ui'
import { useCall, useQueryValue, useWords } from '@bolsillo/web-kit'
import { readNews } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { Article } from './article.tsx'
import { paths } from './paths.ts'

/** One article of the news. */
export default function NewsDetailPage() {
  const t = useWords<Messages>('content')
  const { Link } = useUi()
  const asked = useCall(readNews, { id: useQueryValue('id') ?? '' })
  return (
    <PageFrame title={t('news.detail')}>
      <Loaded of={asked} skeleton={<SkeletonCard lines={6} />}>
        {(article) => (
          <Article
            of={article}
            about={
              article.symbols.length > 0 && (
                <p className="flex flex-wrap items-center gap-x-3 px-1 text-13">
                  <span className="text-second">{t('news.about')}</span>
                  {article.symbols.map((symbol) => (
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
          />
        )}
      </Loaded>
    </PageFrame>
  )
}
