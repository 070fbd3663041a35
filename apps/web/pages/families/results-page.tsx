import { ResultsPage } from '@bolsillo/portfolio/web'
import { titled } from '@bolsillo/web-kit'
import { lazy, Suspense } from 'react'
import { families } from './families.ts'

const others = families.flatMap(({ key, titleKey, results: load }) =>
  load === undefined ? [] : [{ key, titleKey, Part: lazy(load) }],
)

/** What sales and positions of every family brought. */
export default function Results() {
  return (
    <ResultsPage
      others={others.map(({ key, titleKey, Part }) => ({
        key,
        title: titled(titleKey),
        part: (since) => <Suspense>{since === undefined ? <Part /> : <Part since={since} />}</Suspense>,
      }))}
      hrefOf={({ kind, symbol }) => {
        const family = families.find(({ kinds }) => kinds.includes(kind === 'share' ? 'stock' : kind))
        return symbol === undefined ? undefined : family?.chartOf(symbol)
      }}
      marketsPath="/pages/tabbar/markets"
    />
  )
}
