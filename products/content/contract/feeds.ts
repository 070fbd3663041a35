import { proposeRejections } from '@bolsillo/approvals/contract'
import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { articleLanguages } from '../domain/article.ts'
import {
  everyMinutesMax,
  everyMinutesMin,
  feedAddressMax,
  feedNameMax,
  feedPauseReasons,
  feedProblems,
} from '../domain/feeds/feed.ts'
import { readers, writers } from './operator-roles.ts'
import { contentRejections as r } from './rejections.ts'

const feedShape = z.object({
  feedId: z.string(),
  /** Of the decision that counts. */
  number: z.number(),
  name: z.string(),
  address: z.string(),
  language: z.enum(articleLanguages),
  everyMinutes: z.number(),
  decidedAt: field.at,
  pause: z.optional(z.object({ at: field.at, by: z.string(), reason: z.string() })),
  /** A change of it waits for a second person. */
  isProposed: z.boolean(),
  /** Items kept of it. */
  items: z.number(),
  /** Left out until it was fetched for the first time. */
  state: z.optional(
    z.object({
      triedAt: z.optional(field.at),
      fetchedAt: z.optional(field.at),
      nextAt: field.at,
      /** In a row. */
      failures: z.number(),
      problem: z.optional(z.enum(feedProblems)),
      /** What the server answered, where that was the problem. */
      status: z.optional(z.number()),
      /** Items of the last document that were not taken. */
      leftOut: z.number(),
    }),
  ),
})
export type FeedRow = z.output<typeof feedShape>

export const listFeeds = defineCall({
  name: 'list-feeds',
  power: {
    'es-ES': 'Ver las fuentes de noticias, su estado y sus errores',
    'en-US': 'See the news feeds, their state and their errors',
    'pt-BR': 'Ver as fontes de notícias, o estado e os erros delas',
  },
  method: 'GET',
  path: '/feeds/list',
  audience: 'operator',
  roles: readers,
  needs: [],
  request: z.object({}),
  reply: z.object({
    /** In a practice market no feed is fetched. */
    isPractice: z.boolean(),
    rows: z.array(feedShape),
  }),
  rejections: [],
  summary: 'The feeds of other publishers that two people decided on, each with what its last fetch came to.',
  effect: 'read',
})

export const proposeFeed = defineCall({
  name: 'propose-feed',
  power: {
    'es-ES': 'Proponer una fuente de noticias, un cambio de una, o reanudarla',
    'en-US': 'Propose a news feed, a change of one, or to resume it',
    'pt-BR': 'Propor uma fonte de notícias, uma mudança dela, ou retomá-la',
  },
  method: 'POST',
  path: '/feeds/propose',
  audience: 'operator',
  roles: writers,
  needs: [],
  request: z.object({
    /** Left out: a new feed. */
    feedId: field.optional(field.id('fed')),
    name: field.text(1, feedNameMax),
    address: field.text(1, feedAddressMax),
    language: field.oneOf(articleLanguages),
    everyMinutes: field.whole(everyMinutesMin, everyMinutesMax),
    reason: z.string('wrong-type').check(z.regex(/^[a-z][a-z0-9-]{1,59}$/, 'malformed')),
  }),
  reply: z.object({ approvalId: z.string() }),
  rejections: [
    r.feedPractice,
    r.feedUnknown,
    r.feedName,
    r.feedAddress,
    r.feedTaken,
    r.feedsFull,
    coreRejections.roleNeeded,
    ...proposeRejections,
  ],
  summary: 'Proposes a feed, other terms of one, or to resume one that is paused; another person decides.',
  effect: 'write',
})

export const pauseFeed = defineCall({
  name: 'pause-feed',
  power: {
    'es-ES': 'Pausar una fuente de noticias y ocultar lo suyo; reanudarla necesita a dos personas',
    'en-US': 'Pause a news feed and hide what is of it; resuming takes two people',
    'pt-BR': 'Pausar uma fonte de notícias e ocultar o que é dela; retomar precisa de duas pessoas',
  },
  method: 'POST',
  path: '/feeds/pause',
  audience: 'operator',
  roles: writers,
  needs: [],
  request: z.object({ feedId: field.id('fed'), reason: field.oneOf(feedPauseReasons) }),
  reply: z.object({}),
  rejections: [r.feedUnknown, r.feedPaused],
  summary: 'One person pauses a feed: it is not fetched, and nothing of it is shown until two people resume it.',
  effect: 'write',
})

export const feedCalls = [listFeeds, proposeFeed, pauseFeed] as const
