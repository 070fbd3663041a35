import { useMemo, useSyncExternalStore } from 'react'

/** From here up two columns stand beside each other (`pair:`), and a desk has its rail (`desk:`). */
const layoutWidths = { pair: 768, desk: 1024 } as const

/** Whether the screen is at least as wide as a layout asks for; renders again when that changes. */
export function useFromWidth(layout: keyof typeof layoutWidths): boolean {
  const query = useMemo(() => window.matchMedia(`(width >= ${layoutWidths[layout]}px)`), [layout])
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
    () => false,
  )
}
