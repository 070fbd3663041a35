import { DeskSlotsContext } from '@bolsillo/trading/web'
import { classes } from '@bolsillo/ui'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { families } from '../../pages/families/families.ts'
import LineBanner from '../line-banner.tsx'
import { Rail } from './rail.tsx'

const Instruments = lazy(() => import('./instruments.tsx'))
const Held = lazy(() => import('./held.tsx'))

const marketsPath = '/pages/tabbar/markets'

/** The pages that show one instrument: beside those stands the list of all. */
const instrumentPages = new Set(families.map(({ chartOf }) => chartOf('').split('?')[0]))

interface DeskFrameProps {
  /** The page that is open. */
  readonly path: string
  readonly children: ReactNode
}

/** The frame from 1024 px up: the rail, on the page of an instrument the list of instruments, and the page. */
export default function DeskFrame({ path, children }: DeskFrameProps) {
  const isInstrument = instrumentPages.has(path)
  const slots = useMemo(
    () => ({
      held: (
        <Suspense fallback={null}>
          <Held />
        </Suspense>
      ),
    }),
    [],
  )
  return (
    <div className="flex min-h-dvh bg-page" data-workspace={isInstrument ? '' : undefined}>
      <Rail current={isInstrument ? marketsPath : path} />
      {isInstrument && (
        <Suspense fallback={<div className="w-56 shrink-0 bg-card roomy:w-72" />}>
          <Instruments />
        </Suspense>
      )}
      <div className={classes('relative flex min-w-0 flex-1 flex-col', isInstrument && 'h-dvh overflow-hidden')}>
        <DeskSlotsContext value={slots}>{children}</DeskSlotsContext>
      </div>
      <LineBanner above="footer" />
    </div>
  )
}
