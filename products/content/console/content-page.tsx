import { Age, Button, EmptyState } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useLanguage, useMay, usePages, useWords } from '@bolsillo/web-kit'
import Newspaper from 'lucide-react/icons/newspaper'
import { useState } from 'react'
import { listArticles, writeArticle } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ArticleForm } from './article-form.tsx'
import { ArticlePane } from './article-pane.tsx'
import { ArticleState } from './article-state.tsx'

/** What was written, the last first; at the right the article, or the form of another. */
export default function ContentPage() {
  const t = useWords<Messages>('content')
  const language = useLanguage()
  const pages = usePages(listArticles, {})
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const [chosen, setChosen] = useState<string>()
  const [form, setForm] = useState<'new' | 'edit'>()
  const may = useMay(writeArticle)
  const selected = rows.find(({ articleId }) => articleId === chosen) ?? rows[0]
  const show = (articleId: string): void => {
    setForm(undefined)
    setChosen(articleId)
  }
  return (
    <ReviewPanes
      title={t('console.title')}
      tools={
        may ? (
          <Button size="medium" onClick={() => setForm('new')}>
            {t('console.new')}
          </Button>
        ) : undefined
      }
      rows={rows}
      keyOf={({ articleId }) => articleId}
      selected={form === 'new' ? undefined : selected?.articleId}
      onSelect={show}
      renderRow={(row) => (
        <QueueRow
          title={row.words[language].title}
          age={<Age at={row.writtenAt} />}
          note={`${t(`console.kinds.${row.kind}`)} · ${t('console.version', { number: row.number })}`}
          figure={<ArticleState of={row} isRow />}
        />
      )}
      end={<QueueEnd pages={pages} empty={<EmptyState icon={Newspaper} title={t('console.empty')} />} />}
    >
      {form === 'new' ? (
        <ArticleForm key="new" onSaved={show} />
      ) : selected === undefined ? null : form === 'edit' ? (
        <ArticleForm key={`edit ${selected.articleId}`} from={selected} onSaved={show} />
      ) : (
        <ArticlePane
          key={`${selected.articleId} ${selected.number}`}
          article={selected}
          {...(may ? { onEdit: () => setForm('edit') } : {})}
        />
      )}
    </ReviewPanes>
  )
}
