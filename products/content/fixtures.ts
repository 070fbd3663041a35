// For tests of other rooms.

export type { FeedRow } from './contract/feeds.ts'
export type { FeedItem } from './server/feeds/feed-item-store.ts'
export { feedHeadOf, feedWholeOf } from './server/feeds/feed-rows.ts'
export { marketHeadOf, marketWholeOf } from './server/market-news-words.ts'
export { type FeedsWorld, openFeedsWorld } from './server/testing/feeds-world.ts'
export { type RecordedScene, recordedScene } from './server/testing/recorded-scene-store.ts'
