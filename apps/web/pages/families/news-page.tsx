import { NewsDetail } from '@bolsillo/content/web'
import { placeOf } from './place-of.ts'

/** One article of the news, with the chart of what it is about. */
export default function NewsPage() {
  return <NewsDetail chartOf={({ symbol, instrument }) => placeOf({ symbol, kind: instrument, ticker: symbol }).href} />
}
