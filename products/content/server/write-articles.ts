import { isRejection, plusMs, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type Language, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/operator.ts'
import { contentRejections as r } from '../contract/rejections.ts'
import {
  adPages,
  adProblem,
  aheadDaysMax,
  symbolsMax,
  type Version,
  type Words,
  wordsProblem,
} from '../domain/index.ts'
import {
  findLastDecided,
  findVersion,
  findWritten,
  insertArticle,
  insertVersion,
  lockArticle,
} from './article-store.ts'
import type { ContentDeps } from './deps.ts'
import { payloadOf, publishKindName, subjectOf } from './publish.ts'

const versionsMax = 999
const pageSize = 50
const dayMs = 86_400_000

export const writeArticle = useCase(calls.writeArticle, async (request, { tx, now, operator }, deps: ContentDeps) => {
  const { articleId: known, kind, audience, isPinned } = request
  const article = known === undefined ? { kind, last: 0 } : await lockArticle(tx, known)
  if (article === undefined) return reject(r.articleUnknown, { field: 'articleId' })
  if (article.kind !== kind) return reject(r.articleKind, { field: 'kind' })
  const symbols = symbolsIn(request.symbols ?? '')
  if (symbols.length > symbolsMax || symbols.some((one) => !deps.instruments.some(({ id }) => id === one))) {
    return reject(r.articleSymbols, { field: 'symbols', values: { most: String(symbolsMax) } })
  }
  const words: Words = {
    'es-ES': { title: request.esTitle, text: request.esText.replaceAll('\r\n', '\n') },
    'en-US': { title: request.enTitle, text: request.enText.replaceAll('\r\n', '\n') },
    'pt-BR': { title: request.ptTitle, text: request.ptText.replaceAll('\r\n', '\n') },
  }
  const refused = refuseWords(words) ?? (kind === 'ad' ? refuseAd(words, isPinned, symbols) : undefined)
  if (refused !== undefined) return refused
  if (article.last >= versionsMax) return reject(r.articleVersions)
  const articleId = known ?? deps.services.ids.next('art')
  const number = article.last + 1
  const { operatorId } = operator
  const details = { kind, number: String(number) }
  await deps.audit.record(tx, { at: now, actor: operatorId, action: 'content.write', subject: articleId, details })
  if (known === undefined) await insertArticle(tx, articleId, kind)
  await insertVersion(tx, {
    ...{ articleId, number, kind, audience, isPinned, symbols, words, writtenAt: now, writtenBy: operatorId },
  })
  return { articleId, number }
})

export const proposePublication = useCase(
  calls.proposePublication,
  async ({ articleId, number, publishAt, reason }, { tx, now, operator }, deps: ContentDeps) => {
    await lockArticle(tx, articleId)
    const version = await findVersion(tx, articleId, number)
    if (version === undefined) return reject(r.articleUnknown, { field: 'articleId' })
    if (number <= (await findLastDecided(tx, articleId)).number) return reject(r.articlePublished, { field: 'number' })
    if (publishAt !== undefined && (publishAt < now || publishAt > plusMs(now, aheadDaysMax * dayMs))) {
      return reject(r.articleTime, { field: 'publishAt', values: { days: String(aheadDaysMax) } })
    }
    const outcome = await deps.approvals.propose(tx, {
      kind: publishKindName,
      subject: subjectOf(articleId),
      payload: payloadOf(version, publishAt),
      reason,
      by: operator,
      now,
    })
    return isRejection(outcome) ? outcome : { approvalId: outcome.approvalId }
  },
)

export const listArticles = useCase(
  calls.listArticles,
  async ({ cursor, limit = pageSize }, { db }, deps: ContentDeps) => {
    const [writtenAt, articleId = ''] = cursor?.split('-') ?? []
    const before = writtenAt === undefined ? undefined : { writtenAt: Number(writtenAt), articleId }
    const found = await findWritten(db, { limit: limit + 1, before })
    const last = found.length > limit ? found[limit - 1] : undefined
    const rows = await rowsOf(deps, db, found.slice(0, limit))
    return last === undefined ? { rows } : { rows, next: `${last.writtenAt}-${last.articleId}` }
  },
)

export const listVersions = useCase(
  calls.listVersions,
  async ({ articleId, cursor, limit = pageSize }, { db }, deps: ContentDeps) => {
    const below = cursor === undefined ? undefined : Number(cursor)
    const found = await findWritten(db, { articleId, limit: limit + 1, below })
    if (found.length === 0 && cursor === undefined) return reject(r.articleUnknown, { field: 'articleId' })
    const last = found.length > limit ? found[limit - 1] : undefined
    const rows = await rowsOf(deps, db, found.slice(0, limit))
    return last === undefined ? { rows } : { rows, next: String(last.number) }
  },
)

async function rowsOf(
  { approvals }: ContentDeps,
  db: Db,
  versions: ReadonlyArray<Version & { readonly publishAt?: number }>,
) {
  const subjects = [...new Set(versions.map(({ articleId }) => articleId))]
  const open = new Map<string, string | undefined>()
  for (const articleId of subjects) {
    const one = await approvals.openAbout(db, publishKindName, subjectOf(articleId))
    if (one !== undefined) open.set(articleId, one.payload.number)
  }
  return versions.map(({ symbols, words, ...version }) => ({
    ...version,
    words: { ...words },
    symbols: [...symbols],
    isProposed: open.get(version.articleId) === String(version.number),
  }))
}

const symbolsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim().toUpperCase())
      .filter((one) => one !== ''),
  ),
]

const fieldStems: Readonly<Record<Language, string>> = { 'es-ES': 'es', 'en-US': 'en', 'pt-BR': 'pt' }

const fieldOf = ({ language, part }: { readonly language: Language; readonly part: 'title' | 'text' }): string =>
  `${fieldStems[language]}${part === 'title' ? 'Title' : 'Text'}`

/** Why something is no ad: it is about nothing in particular, stays where it is, leads to the closed list, hurries nobody. */
function refuseAd(words: Words, isPinned: boolean, symbols: readonly string[]): Rejection | undefined {
  if (isPinned) return reject(r.articleAd, { field: 'isPinned' })
  if (symbols.length > 0) return reject(r.articleAd, { field: 'symbols' })
  const found = adProblem(words)
  if (found === undefined) return undefined
  const field = fieldOf(found)
  switch (found.problem) {
    case 'shape':
      return reject(r.articleAd, { field })
    case 'link':
      return reject(r.adLink, { field, values: { pages: adPages.join(', ') } })
    case 'urgency':
      return reject(r.adUrgency, { field, values: { words: found.about ?? '' } })
  }
}

/** Why words cannot be kept, at the field they were typed in. */
function refuseWords(words: Words): Rejection | undefined {
  const found = wordsProblem(words)
  if (found === undefined) return undefined
  const field = fieldOf(found)
  switch (found.problem) {
    case 'link':
      return reject(r.articleLink, { field })
    case 'percent':
      return reject(r.articlePercent, { field })
    case 'empty':
    case 'invisible':
    case 'unsupported':
      return reject(r.articleText, { field })
  }
}
