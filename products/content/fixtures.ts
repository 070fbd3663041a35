// For tests of other rooms.
export { marketHeadOf, marketWholeOf } from './server/market-news-words.ts'
export { type RecordedScene, recordedScene } from './server/testing/recorded-scene-store.ts'
