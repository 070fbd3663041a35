import { loadInstrumentNews } from '@bolsillo/content/web'
import { CompanyPage } from '@bolsillo/market/web'
import { lazy, Suspense } from 'react'
import { placeOf } from './place-of.ts'

const InstrumentNews = lazy(loadInstrumentNews)
/** What can be traded has news; an index or a pair of currencies has none. */
const withNews: ReadonlySet<string> = new Set(['stock', 'coin', 'perpetual'])

/** What an instrument of any family is, with what is new of it. */
export default function Company() {
  return (
    <CompanyPage
      placeOf={placeOf}
      news={({ symbol, kind }) =>
        withNews.has(kind) && (
          <Suspense>
            <InstrumentNews symbol={symbol} />
          </Suspense>
        )
      }
    />
  )
}
