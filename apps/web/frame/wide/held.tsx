import { HeldTable } from '@bolsillo/portfolio/web'
import { useSession } from '@bolsillo/web-kit'
import { lazy, Suspense } from 'react'
import { families, holdingHref } from '../../pages/families/families.ts'
import { amounts, usePreference } from '../../preferences/preference.ts'

const positions = families.flatMap(({ key, held: load }) => (load === undefined ? [] : [{ key, Part: lazy(load) }]))

/** Everything that is owned, and open positions, under the chart of a desk. */
export default function Held() {
  const { token } = useSession()
  const [visibility] = usePreference(amounts)
  const masked = visibility === 'hidden'
  if (token === '') return null
  return (
    <>
      <HeldTable masked={masked} hrefOf={holdingHref} />
      {positions.map(({ key, Part }) => (
        <Suspense key={key}>
          <Part masked={masked} />
        </Suspense>
      ))}
    </>
  )
}
