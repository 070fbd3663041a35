import { HeldTable } from '@bolsillo/portfolio/web'
import { useSession } from '@bolsillo/web-kit'
import { lazy, Suspense } from 'react'
import { families, holdingHref } from '../../pages/families/families.ts'

const positions = families.flatMap(({ key, held: load }) => (load === undefined ? [] : [{ key, Part: lazy(load) }]))

/** Everything that is owned, and open positions, under the chart of a desk. */
export default function Held() {
  const { token } = useSession()
  if (token === '') return null
  return (
    <>
      <HeldTable hrefOf={holdingHref} />
      {positions.map(({ key, Part }) => (
        <Suspense key={key}>
          <Part />
        </Suspense>
      ))}
    </>
  )
}
