import { HeldTable } from '@bolsillo/portfolio/web'
import { OwnedHereContext } from '@bolsillo/trading/web'
import { useSession } from '@bolsillo/web-kit'
import { lazy, Suspense, useContext } from 'react'
import { families, holdingHref } from '../../pages/families/families.ts'

const positions = families.flatMap(({ key, held: load }) => (load === undefined ? [] : [{ key, Part: lazy(load) }]))

/** Everything that is owned, and open positions, under the chart of a desk. */
export default function Held() {
  const { token } = useSession()
  const here = useContext(OwnedHereContext)
  if (token === '') return null
  return (
    <>
      <HeldTable hrefOf={holdingHref} here={here} />
      {positions.map(({ key, Part }) => (
        <Suspense key={key}>
          <Part />
        </Suspense>
      ))}
    </>
  )
}
