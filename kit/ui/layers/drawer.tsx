import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { classes } from '../classes.ts'
import type { DrawerTiming } from './drawer-timing.ts'
import { useBackLayer } from './use-back-layer.ts'

export interface DrawerProps {
  readonly timing: DrawerTiming
  /** What it is, for screen readers. */
  readonly label: string
  readonly children: ReactNode
  /** Whether a click on the mask closes it. */
  readonly maskCloses?: boolean
}

/**
 * The drawer from the left: 300 wide, slides 0.3 s. A native modal dialog: the browser traps and restores focus,
 * makes the rest inert and handles Escape.
 */
export function Drawer({ timing, label, children, maskCloses = true }: DrawerProps) {
  const state = useSyncExternalStore(timing.subscribe, timing.state, timing.state)
  const box = useRef<HTMLDialogElement>(null)
  useBackLayer(state === 'opening' || state === 'open', timing.close)
  useEffect(() => {
    const dialog = box.current
    if (dialog === null) return
    // It may come into the page when it is open already.
    if ((state === 'opening' || state === 'open') && !dialog.open) dialog.showModal()
    if (state === 'closed' && dialog.open) dialog.close()
    document.documentElement.style.overflow = state === 'closed' ? '' : 'hidden'
  }, [state])
  if (state === 'closed') return <dialog ref={box} aria-label={label} />
  const shown = state === 'open'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which `cancel` hears
    <dialog
      ref={box}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        timing.close()
      }}
      onClick={(event) => {
        if (maskCloses && event.target === box.current) timing.close()
      }}
      className={classes(
        'fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-transparent p-0 text-ink outline-none',
        'backdrop:bg-mask backdrop:transition-opacity backdrop:duration-300',
        shown ? 'backdrop:opacity-100' : 'backdrop:opacity-0',
      )}
    >
      <div
        className={classes(
          'flex h-full w-[300px] max-w-[85vw] flex-col overflow-y-auto bg-card transition-transform duration-300 ease-out',
          shown ? 'translate-x-0' : '-translate-x-full',
        )}
      >
        {children}
      </div>
    </dialog>
  )
}
