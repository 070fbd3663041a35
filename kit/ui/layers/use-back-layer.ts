import { useEffect, useRef } from 'react'
import { createLayerHistory, type LayerHistory } from './layer-history.ts'
import { followLayers } from './layers-over-page.ts'

/** A step through the history takes far less, even on a slow phone. */
const stepMs = 1_000

/** The layers of this window; nothing where there is none, as in a test. */
const layers: LayerHistory | undefined = typeof window === 'undefined' ? undefined : followWindow()

function followWindow(): LayerHistory {
  const made = createLayerHistory({
    state: () => history.state,
    push: (state) => history.pushState(state, ''),
    go: (delta) => history.go(delta),
    later: (work) => void setTimeout(work),
    muchLater: (work) => void setTimeout(work, stepMs),
  })
  followLayers(made)
  return made
}

/** While `open`, Back closes this layer instead of leaving the page. */
export function useBackLayer(open: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => (open ? layers?.open(() => latest.current()) : undefined), [open])
}
