import { useEffect, useRef, useSyncExternalStore } from 'react'
import { classes } from '../classes.ts'
import { readToasts, subscribeToToasts } from './toasts.ts'

/**
 * Where toasts appear; once, in the shell. A popover, because sheets lie in the browser's top layer: what is not there is
 * behind every one of them.
 */
export function Toasts() {
  const shown = useSyncExternalStore(subscribeToToasts, readToasts, readToasts)
  const box = useRef<HTMLDivElement>(null)
  const newest = shown.at(-1)?.id
  useEffect(() => {
    const layer = box.current
    // A browser without popovers shows them where they are.
    if (layer === null || typeof layer.showPopover !== 'function') return
    // Shown anew with every toast, so that it lies over a sheet that was opened meanwhile.
    if (layer.matches(':popover-open')) layer.hidePopover()
    if (newest !== undefined) layer.showPopover()
  }, [newest])
  return (
    <div role="status" aria-live="polite">
      <div
        ref={box}
        popover="manual"
        className="over-column pointer-events-none fixed top-auto right-auto bottom-[calc(var(--tab-bar-height)+1rem+env(safe-area-inset-bottom))] z-50 m-0 flex-col items-center gap-2 overflow-visible border-0 bg-transparent px-6 py-0 [&:popover-open]:flex"
      >
        {shown.map((toast) => (
          <p
            key={toast.id}
            className={classes(
              'max-w-full animate-[rise_160ms_ease-out] rounded-field px-4 py-2.5 text-center text-14 shadow-lg',
              toast.kind === 'error' ? 'bg-danger text-on-fill' : 'bg-ink text-page',
            )}
          >
            {toast.text}
          </p>
        ))}
      </div>
    </div>
  )
}
