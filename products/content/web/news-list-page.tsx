import { EmptyState, PagedCard, PageFrame } from '@bolsillo/ui'
import { usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import Newspaper from 'lucide-react/icons/newspaper'
import { listNews } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ArticleRow } from './article-row.tsx'
import { articleAt, paths } from './paths.ts'

/** News of the market, or of one instrument by its code in the address. */
export default function NewsListPage() {
  const t = useWords<Messages>('content')
  const symbol = useQueryValue('symbol')
  const pages = usePages(listNews, symbol === undefined ? {} : { symbol })
  return (
    <PageFrame title={symbol === undefined ? t('news.title') : `${t('news.title')} · ${symbol}`}>
      <PagedCard
        label={t('news.title')}
        pages={pages}
        keyOf={({ id }) => id}
        empty={<EmptyState icon={Newspaper} title={t('news.empty')} text={t('news.emptyText')} />}
      >
        {({ market, ...row }) => (
          <ArticleRow
            {...row}
            href={articleAt(paths.article, row.id)}
            isOfMarket={market !== undefined}
            // The title of news of the market names its instrument.
            about={market !== undefined || row.symbols.length === 0 ? undefined : ` · ${row.symbols.join(', ')}`}
          />
        )}
      </PagedCard>
    </PageFrame>
  )
}
