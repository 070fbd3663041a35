import { defineRoom } from '@bolsillo/server-kit'
import { newsSettings } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { ContentDeps } from './deps.ts'
import { listFeeds, pauseFeed, proposeFeed } from './feeds/decide-feeds.ts'
import { feedKind } from './feeds/feed-kind.ts'
import { createFeedPolling } from './feeds/poll-feeds.ts'
import { publishKind } from './publish.ts'
import { listAds } from './read-ads.ts'
import { listNotices, listOwnNotices, readNotice } from './read-articles.ts'
import { listNews, readNews } from './read-news.ts'
import { listArticles, listVersions, proposePublication, writeArticle } from './write-articles.ts'
import { createNewsWriter } from './write-market-news.ts'

export { countUnreadNotices } from './read-articles.ts'

const newsEveryMs = 60_000

/** The module object of content. */
export const createContent = defineRoom({
  name: 'content',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  settings: Object.values(newsSettings),
  deps: (given: ContentDeps) => given,
  useCases: [listNotices, listOwnNotices, readNotice, listNews, readNews, listAds],
  operatorUseCases: [
    ...[listArticles, listVersions, writeArticle, proposePublication],
    ...[listFeeds, proposeFeed, pauseFeed],
  ],
  approvalKinds: (deps) => [publishKind, feedKind(deps)],
  jobs: (deps) => [
    { name: 'content.market-news', everyMs: newsEveryMs, run: createNewsWriter(deps) },
    { name: 'content.feeds', everyMs: newsEveryMs, run: createFeedPolling(deps) },
  ],
})
