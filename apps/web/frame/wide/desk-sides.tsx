import { lazy, Suspense } from 'react'
import { Rail } from './rail.tsx'

const Instruments = lazy(() => import('./instruments.tsx'))

const marketsPath = '/pages/tabbar/markets'

interface DeskSidesProps {
  /** The page that is open. */
  readonly path: string
  /** It shows one instrument: beside it is the list of all. */
  readonly isInstrument: boolean
}

/** What is to the left of a page from 1024 px up: the rail, and on the page of an instrument the list of instruments. */
export default function DeskSides({ path, isInstrument }: DeskSidesProps) {
  return (
    <>
      <Rail current={isInstrument ? marketsPath : path} />
      {isInstrument && (
        <Suspense fallback={<div className="w-60 shrink-0 bg-card roomy:w-72" />}>
          <Instruments />
        </Suspense>
      )}
    </>
  )
}
