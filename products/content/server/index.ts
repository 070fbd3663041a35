import { defineRoom } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { ContentDeps } from './deps.ts'
import { publishKind } from './publish.ts'
import { listNews, listNotices, listOwnNotices, readNews, readNotice } from './read-articles.ts'
import { listArticles, listVersions, proposePublication, writeArticle } from './write-articles.ts'

/** The module object of content. */
export const createContent = defineRoom({
  name: 'content',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  deps: (given: ContentDeps) => given,
  useCases: [listNotices, listOwnNotices, readNotice, listNews, readNews],
  operatorUseCases: [listArticles, listVersions, writeArticle, proposePublication],
  approvalKinds: [publishKind],
})
