export { InstrumentNews } from './instrument-news.tsx'
export { NewsDetail } from './news-detail.tsx'
