import { proposeRejections } from '@bolsillo/approvals/contract'
import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { articleKinds, audiences } from '../domain/article.ts'
import { feedCalls } from './feeds.ts'
import { readers, writers } from './operator-roles.ts'
import { contentRejections as r } from './rejections.ts'

export { readers, writers } from './operator-roles.ts'

const wordsShape = z.object({ title: z.string(), text: z.string() })
const versionShape = z.object({
  articleId: z.string(),
  number: z.number(),
  kind: z.enum(articleKinds),
  audience: z.enum(audiences),
  isPinned: z.boolean(),
  symbols: z.array(z.string()),
  words: z.object({ 'es-ES': wordsShape, 'en-US': wordsShape, 'pt-BR': wordsShape }),
  writtenAt: field.at,
  writtenBy: z.string(),
  /** From when on it is public, once two people decided so. */
  publishAt: z.optional(field.at),
  /** It waits for a second person. */
  isProposed: z.boolean(),
})
export type VersionRow = z.output<typeof versionShape>

export const listArticles = defineCall({
  name: 'list-articles',
  power: {
    'es-ES': 'Ver los avisos, noticias y anuncios escritos, con sus versiones',
    'en-US': 'See the notices, news and ads written, with their versions',
    'pt-BR': 'Ver os avisos, notícias e anúncios escritos, com as versões',
  },
  method: 'GET',
  path: '/content/list',
  audience: 'operator',
  roles: readers,
  needs: [],
  request: z.object(field.pageFields(field.placeLike(/^[0-9]{1,16}-art_[0-9a-zA-Z]{1,40}$/))),
  reply: field.pageOf(versionShape),
  rejections: [],
  summary: 'The latest version of every article, the last written first.',
  effect: 'read',
})

export const listVersions = defineCall({
  name: 'list-article-versions',
  power: {
    'es-ES': 'Ver qué cambió cada versión de un artículo',
    'en-US': 'See what each version of an article changed',
    'pt-BR': 'Ver o que cada versão de um artigo mudou',
  },
  method: 'GET',
  path: '/content/versions',
  audience: 'operator',
  roles: readers,
  needs: [],
  request: z.object({ ...field.pageFields(field.placeNumber), articleId: field.id('art') }),
  reply: field.pageOf(versionShape),
  rejections: [r.articleUnknown],
  summary: 'The versions of an article, the newest first.',
  effect: 'read',
})

/** Text of several lines. What it may say is the domain's to decide. */
const prose = field.secret(1, 6000)
const title = field.text(1, 120)

export const writeArticle = defineCall({
  name: 'write-article',
  power: {
    'es-ES': 'Escribir un aviso, una noticia o un anuncio; publicarlo necesita a otra persona',
    'en-US': 'Write a notice, news or an ad; publishing takes another person',
    'pt-BR': 'Escrever um aviso, uma notícia ou um anúncio; publicar precisa de outra pessoa',
  },
  method: 'POST',
  path: '/content/write',
  audience: 'operator',
  roles: writers,
  needs: [],
  request: z.object({
    /** Left out: a new article. */
    articleId: field.optional(field.id('art')),
    kind: field.oneOf(articleKinds),
    audience: field.oneOf(audiences),
    isPinned: field.flag,
    /** Codes with commas between them. */
    symbols: field.optional(field.text(0, 140)),
    esTitle: title,
    esText: prose,
    enTitle: title,
    enText: prose,
    ptTitle: title,
    ptText: prose,
  }),
  reply: z.object({ articleId: z.string(), number: z.number() }),
  rejections: [
    r.articleUnknown,
    r.articleKind,
    r.articleSymbols,
    r.articleText,
    r.articleLink,
    r.articlePercent,
    r.articleAd,
    r.adLink,
    r.adUrgency,
    r.articleVersions,
  ],
  summary: 'Writes a version of an article. Nothing is public by it.',
  effect: 'write',
})

export const proposePublication = defineCall({
  name: 'propose-publication',
  power: {
    'es-ES': 'Proponer publicar un aviso, una noticia o un anuncio desde una hora',
    'en-US': 'Propose to publish a notice, news or an ad from a time on',
    'pt-BR': 'Propor publicar um aviso, uma notícia ou um anúncio a partir de um horário',
  },
  method: 'POST',
  path: '/content/propose',
  audience: 'operator',
  roles: writers,
  needs: [],
  request: z.object({
    articleId: field.id('art'),
    number: field.whole(1, 999),
    /** Left out: as soon as it is approved. */
    publishAt: field.optional(field.time),
    reason: z.string('wrong-type').check(z.regex(/^[a-z][a-z0-9-]{1,59}$/, 'malformed')),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [r.articleUnknown, r.articlePublished, r.articleTime, coreRejections.roleNeeded, ...proposeRejections],
  summary: 'Proposes to publish a version; another person decides.',
  effect: 'write',
})

export const operatorCalls = [listArticles, listVersions, writeArticle, proposePublication, ...feedCalls] as const
