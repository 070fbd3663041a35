import { Card, DateTime, formatDateTime, Pill, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Block } from '../domain/rich-text.ts'
import type { Messages } from '../messages/es-ES.ts'
import { RichText } from './rich-text.tsx'

interface Head {
  readonly title: string
  readonly isPinned: boolean
  readonly publishedAt: number
  readonly firstAt?: number | undefined
}

/** A notice or news in full: what it says, since when, and whether it was corrected. */
export function Article(props: {
  readonly of: Head & { readonly blocks: readonly Block[] }
  /** Between the head and the text: what it is about. */
  readonly about?: ReactNode
  /** Who wrote it; left out: the firm. */
  readonly by?: string
  /** The publisher it is of; left out: the firm. */
  readonly source?: string | undefined
  /** The language somebody else wrote in; left out: that of the app. */
  readonly lang?: string | undefined
  /** After the text: what it is made of. */
  readonly children?: ReactNode
}) {
  const { title, isPinned, publishedAt, firstAt, blocks } = props.of
  const t = useWords<Messages>('content')
  const { zone } = useUi()
  return (
    <article className="flex flex-col gap-3">
      <header className="flex flex-col gap-1 px-1">
        {isPinned && (
          <span>
            <Pill tone="quiet">{t('article.pinned')}</Pill>
          </span>
        )}
        <h1 lang={props.lang} className="break-words text-20">
          {title}
        </h1>
        <p className="text-12 text-second">
          {firstAt === undefined ? (
            <DateTime at={publishedAt} />
          ) : (
            t('article.corrected', { at: formatDateTime(publishedAt, zone), first: formatDateTime(firstAt, zone) })
          )}
          {props.source !== undefined && ` · ${props.source}`}
        </p>
      </header>
      {props.about}
      {blocks.length > 0 && (
        <Card>
          <div lang={props.lang}>
            <RichText blocks={blocks} />
          </div>
        </Card>
      )}
      {props.children}
      <p className="px-1 text-12 text-second">{props.by ?? t('article.by')}</p>
    </article>
  )
}
