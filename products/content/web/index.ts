export { NewsDetail } from './news-detail.tsx'

/** The newest news of an instrument, for the app to bring after the page they are shown on. */
export const loadInstrumentNews = () => import('./instrument-news.tsx')
