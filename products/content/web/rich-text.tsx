import { useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Block, Span } from '../domain/rich-text.ts'
import type { Messages } from '../messages/es-ES.ts'

/** An article's text. Every part of it is drawn as text; only links of the server's own reading lead anywhere. */
export function RichText({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <div className="flex flex-col gap-3 break-words text-15">
      {blocks.map((block, index) => (
        <OneBlock key={index} block={block} />
      ))}
    </div>
  )
}

function OneBlock({ block: { is, rows } }: { readonly block: Block }) {
  const parts = rows.map((row, index) => <Spans key={index} row={row} />)
  switch (is) {
    case 'paragraph':
      return <p>{parts}</p>
    case 'heading':
      return <h2 className="pt-1 text-16">{parts}</h2>
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-line border-l-2 pl-3 text-second">
          {rows.map((row, index) => (
            <p key={index}>
              <Spans row={row} />
            </p>
          ))}
        </blockquote>
      )
    case 'bullets':
    case 'numbers': {
      const List = is === 'bullets' ? 'ul' : 'ol'
      return (
        <List className={is === 'bullets' ? 'list-disc space-y-1 pl-5' : 'list-decimal space-y-1 pl-5'}>
          {rows.map((row, index) => (
            <li key={index}>
              <Spans row={row} />
            </li>
          ))}
        </List>
      )
    }
  }
}

function Spans({ row }: { readonly row: readonly Span[] }) {
  return row.map((span, index) => <OneSpan key={index} span={span} />)
}

function OneSpan({ span: { text, strong, emphasis, href } }: { readonly span: Span }) {
  const { Link } = useUi()
  const t = useWords<Messages>('content')
  const marked = emphasis === true ? <em>{text}</em> : text
  const said = strong === true ? <b>{marked}</b> : marked
  if (href === undefined) return said
  const look = 'font-medium text-brand underline'
  if (href.startsWith('/pages/')) {
    return (
      <Link href={href} className={look}>
        {said}
      </Link>
    )
  }
  // Whose site it is follows the words, which could say anything.
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={look}>
      {said} <span className="text-12 text-second">({new URL(href).host})</span>
      <span className="sr-only">, {t('article.outside')}</span>
    </a>
  )
}
