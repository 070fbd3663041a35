import { DateTime, type Language, ListRow } from '@bolsillo/ui'
import { useLanguage, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../messages/es-ES.ts'

/** A row of a list of articles: the title in full, since when, and its first words. */
export function ArticleRow(props: {
  readonly href: string
  readonly title: string
  readonly lead: string
  readonly isPinned: boolean
  readonly publishedAt: number
  readonly isUnread?: boolean
  readonly about?: ReactNode
  /** Written by what is recorded of the market. */
  readonly isOfMarket?: boolean
  /** Written by another publisher, in their language. */
  readonly feed?: { readonly source: string; readonly language: Language } | undefined
}) {
  const t = useWords<Messages>('content')
  const { href, title, lead, isPinned, publishedAt, isUnread = false, about, isOfMarket = false, feed } = props
  const own = useLanguage()
  const isForeign = feed !== undefined && feed.language !== own
  return (
    <ListRow
      href={href}
      title={
        <span className="whitespace-normal">
          {isUnread && (
            <span className="mr-1.5 inline-block size-2 rounded-pill bg-brand align-middle">
              <span className="sr-only">{t('notices.unread')}</span>
            </span>
          )}
          <span lang={feed?.language}>{title}</span>
        </span>
      }
      note={
        <>
          {isPinned && `${t('article.pinned')} · `}
          <DateTime at={publishedAt} />
          {isOfMarket && ` · ${t('market.mark')}`}
          {feed !== undefined && ` · ${feed.source}`}
          {isForeign && ` · ${t(`feed.languages.${feed.language}`)}`}
          {about}
          {lead !== '' && (
            <span lang={feed?.language}>
              {' · '}
              {lead}
            </span>
          )}
        </>
      }
    />
  )
}
