import { InstrumentsPage } from '@bolsillo/market/web'
import { titled } from '@bolsillo/web-kit'
import { families } from './families.ts'
import { placeOf } from './place-of.ts'

/** Everything with a price, of every family. */
export default function Instruments() {
  const kinds = families.flatMap(({ kinds: [kind], titleKey }) =>
    kind === undefined ? [] : [{ kind, title: titled(titleKey) }],
  )
  return <InstrumentsPage kinds={kinds} placeOf={placeOf} searchPath="/pages/stock/search" />
}
