import { Section } from '@bolsillo/ui'
import { href, useCall, useWords } from '@bolsillo/web-kit'
import { listNews } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ArticleRow } from './article-row.tsx'
import { articleAt, paths } from './paths.ts'

const shown = 3

/** The newest news of an instrument, with the way to all; nothing while there are none. */
export default function InstrumentNews({ symbol }: { readonly symbol: string }) {
  const t = useWords<Messages>('content')
  const { data } = useCall(listNews, { symbol, limit: shown }, { freshMs: 0 })
  if (data === undefined || data.rows.length === 0) return null
  return (
    <Section title={t('news.title')} more={{ href: href(paths.news, { symbol }), label: t('news.all') }}>
      {data.rows.map(({ market, ...row }) => (
        <ArticleRow key={row.id} {...row} href={articleAt(paths.article, row.id)} isOfMarket={market !== undefined} />
      ))}
    </Section>
  )
}
