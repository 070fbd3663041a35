import { isId } from '@bolsillo/kernel'
import type { Language } from '@bolsillo/server-kit'
import { type Block, plainText, readText } from '../domain/index.ts'
import type { Published } from './article-store.ts'

const pageSize = 20
const leadLength = 160

const blocksOf = (text: string): readonly Block[] => {
  const read = readText(text)
  return 'blocks' in read ? read.blocks : []
}

/** Where the first words end: at a space, or in the middle of what has none. */
function leadEnd(text: string): number {
  const space = text.lastIndexOf(' ', leadLength)
  return space > 0 ? space : leadLength
}

/** An article as lists have it. */
export function headOf(article: Published, language: Language, blocks = blocksOf(article.words[language].text)) {
  const { articleId, number, kind, words, isPinned, symbols, publishAt, firstAt } = article
  const text = plainText(blocks)
  const lead = text.length <= leadLength ? text : `${text.slice(0, leadEnd(text))}…`
  return {
    ...{
      id: articleId,
      number,
      kind,
      title: words[language].title,
      lead,
      isPinned,
      symbols: [...symbols],
      publishedAt: publishAt,
    },
    ...(firstAt === publishAt ? {} : { firstAt }),
  }
}

/** An article with its text. */
export function wholeOf(article: Published, language: Language) {
  const blocks = blocksOf(article.words[language].text)
  return {
    ...headOf(article, language, blocks),
    blocks: blocks.map(({ is, rows }) => ({ is, rows: rows.map((row) => [...row]) })),
  }
}

interface Page {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/** Where something is among articles: pinned ones first, then the newest. */
export interface ArticlePlace {
  readonly isPinned: boolean
  readonly publishAt: number
  readonly id: string
}

/** A page of articles, and where the next begins. */
export async function pageOf<One, Row>(
  { cursor, limit = pageSize }: Page,
  find: (wanted: { readonly limit: number; readonly after: ArticlePlace | undefined }) => Promise<readonly One[]>,
  { placeOf, rowOf }: { readonly placeOf: (one: One) => ArticlePlace; readonly rowOf: (one: One) => Row },
) {
  const found = await find({ limit: limit + 1, after: readPlace(cursor) })
  const last = found.length > limit ? found[limit - 1] : undefined
  const rows = found.slice(0, limit).map(rowOf)
  if (last === undefined) return { rows }
  const { isPinned, publishAt, id } = placeOf(last)
  return { rows, next: `${isPinned ? 1 : 0}-${publishAt}-${id}` }
}

/** The place of an article of staff. */
export const publishedPlace = ({ isPinned, publishAt, articleId }: Published): ArticlePlace => ({
  ...{ isPinned, publishAt, id: articleId },
})

function readPlace(cursor: string | undefined): ArticlePlace | undefined {
  const [pinned, publishAt, id = ''] = cursor?.split('-') ?? []
  return isId('art', id) ? { isPinned: pinned === '1', publishAt: Number(publishAt), id } : undefined
}
