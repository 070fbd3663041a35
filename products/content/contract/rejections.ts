import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, in the order they are checked. Numbers 33000 to 33999. */
export const contentRejections = {
  articleUnknown: { name: 'article-unknown', number: 33_000, status: 404, retry: 'final' },
  /** An article stays what it is: a notice never becomes news. */
  articleKind: { name: 'article-kind', number: 33_001, status: 400, retry: 'final' },
  articleSymbols: { name: 'article-symbols', number: 33_002, status: 400, retry: 'final' },
  articleText: { name: 'article-text', number: 33_003, status: 400, retry: 'final' },
  articleLink: { name: 'article-link', number: 33_004, status: 400, retry: 'final' },
  /** A percentage nobody computed. */
  articlePercent: { name: 'article-percent', number: 33_005, status: 400, retry: 'final' },
  articleVersions: { name: 'article-versions', number: 33_006, status: 409, retry: 'final' },
  /** Published already, or a later version is. */
  articlePublished: { name: 'article-published', number: 33_007, status: 409, retry: 'final' },
  /** It lies behind, or too far ahead. */
  articleTime: { name: 'article-time', number: 33_008, status: 400, retry: 'retryable' },
  /** An ad that is no short paragraph with one link at its end, or that is pinned or names instruments. */
  articleAd: { name: 'article-ad', number: 33_010, status: 400, retry: 'final' },
  /** An ad that leads to a page no ad leads to, or not to the same in every language. */
  adLink: { name: 'ad-link', number: 33_011, status: 400, retry: 'final' },
  /** An ad that hurries its reader. */
  adUrgency: { name: 'ad-urgency', number: 33_012, status: 400, retry: 'final' },
  /** News of an instrument this market does not have. */
  newsSymbol: { name: 'news-symbol', number: 33_009, status: 404, retry: 'final' },
  /** A practice market fetches no real news. */
  feedPractice: { name: 'feed-practice', number: 33_013, status: 409, retry: 'final' },
  feedUnknown: { name: 'feed-unknown', number: 33_014, status: 404, retry: 'final' },
  /** A name with something in it that cannot be seen. */
  feedName: { name: 'feed-name', number: 33_015, status: 400, retry: 'final' },
  /** No address of a public site over https. */
  feedAddress: { name: 'feed-address', number: 33_016, status: 400, retry: 'final' },
  /** Another feed has this address. */
  feedTaken: { name: 'feed-taken', number: 33_017, status: 409, retry: 'final' },
  feedsFull: { name: 'feeds-full', number: 33_018, status: 409, retry: 'final' },
  /** Something else was decided of the feed since this was proposed. */
  feedDecided: { name: 'feed-decided', number: 33_019, status: 409, retry: 'final' },
  feedPaused: { name: 'feed-paused', number: 33_020, status: 409, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>
