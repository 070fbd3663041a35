import type { ArticleLanguage } from '../article.ts'

/** What two people decided of a feed. */
export interface FeedTerms {
  readonly name: string
  /** Where it is fetched from. */
  readonly address: string
  /** The language it is written in. */
  readonly language: ArticleLanguage
  readonly everyMinutes: number
}

/** An item as one fetched document has it: plain words and a link to another site. */
export interface FeedEntry {
  /** What the feed knows it by. */
  readonly guid: string
  readonly title: string
  readonly summary: string
  readonly link: string
  /** When the feed says that it was published; left out where it says nothing that can be read. */
  readonly saidAt?: number
}

/** Why a feed is proposed, and why one is paused. */
export const feedReasons = ['new-source', 'source-changed', 'source-is-sound'] as const
export const feedPauseReasons = ['wrong-content', 'not-news', 'source-asked', 'source-ended'] as const

/** Why a fetch came to nothing. */
export const feedProblems = [
  ...(['unreachable', 'insecure', 'not-public', 'late', 'elsewhere', 'redirects', 'status', 'type'] as const),
  ...(['compressed', 'too-long', 'encoding', 'malformed', 'document-type', 'no-feed'] as const),
] as const
export type FeedProblem = (typeof feedProblems)[number]

/** How many feeds there may be, and how long their names and addresses. */
export const feedsMax = 20
export const feedNameMax = 60
export const feedAddressMax = 500
export const everyMinutesMin = 15
export const everyMinutesMax = 1440

/** How long what is shown of an item may be, in UTF-16 units. */
export const entryTitleMax = 200
export const entrySummaryMax = 600
/** Items taken of one document: the first ones. */
export const entriesMax = 50
/** Versions kept of one item, and of all of one feed within a day. */
export const entryVersionsMax = 20
export const versionsADayMax = 200
/** An item that is older when it is first seen is no news. */
export const entryAgeDaysMax = 7

const minuteMs = 60_000
const waitMaxMs = 24 * 60 * minuteMs

/** How long a feed rests: its interval, twice as long after each failure in a row, at least what it asked for; a day at most. */
export function restMs(everyMinutes: number, failures: number, askedMs = 0): number {
  const own = everyMinutes * minuteMs * 2 ** Math.min(failures, 10)
  return Math.min(Math.max(own, askedMs), waitMaxMs)
}
