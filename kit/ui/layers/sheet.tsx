import { type PointerEvent, type ReactNode, useContext, useId, useRef } from 'react'
import { classes } from '../classes.ts'
import { useUi } from '../ui-context.tsx'
import { DockContext } from './dock.ts'
import { useModal } from './use-modal.ts'

export interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  /** At the right of the title: price and change in a ticket. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Stays at the bottom while the rest scrolls: the one confirm button. */
  readonly footer?: ReactNode
  /** Cannot be dismissed while an act is in progress. */
  readonly locked?: boolean
  readonly className?: string
  /** Where a page has a dock, it is drawn in it and covers nothing: the ticket of a desk. */
  readonly docks?: boolean
  /** What Enter does in a dock, and Escape: the step after this one, and the one before. */
  readonly onNext?: () => void
  readonly onBack?: () => void
}

// A sheet closes when it is dragged down by this share of its height, or swiped faster than this.
const closeShare = 0.3
const closePixelsPerMs = 0.5

/** Dragging the head moves the sheet down; letting go closes it or lets it spring back. */
function useSweep(close: () => void, locked: boolean) {
  const start = useRef<{ readonly y: number; readonly at: number }>(undefined)
  const sheetOf = (event: PointerEvent<HTMLElement>): HTMLElement | null => event.currentTarget.closest('dialog')
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (locked || (event.target instanceof Element && event.target.closest('button,a') !== null)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { y: event.clientY, at: event.timeStamp }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      const sheet = sheetOf(event)
      if (from === undefined || sheet === null) return
      sheet.style.transition = 'none'
      sheet.style.transform = `translateY(${Math.max(0, event.clientY - from.y)}px)`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const from = start.current
      const sheet = sheetOf(event)
      start.current = undefined
      if (from === undefined || sheet === null) return
      const moved = event.clientY - from.y
      const speed = moved / Math.max(1, event.timeStamp - from.at)
      sheet.style.transition = ''
      sheet.style.transform = ''
      if (moved > sheet.offsetHeight * closeShare || (moved > 24 && speed > closePixelsPerMs)) close()
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      const sheet = sheetOf(event)
      start.current = undefined
      if (sheet === null) return
      sheet.style.transition = ''
      sheet.style.transform = ''
    },
  }
}

/**
 * A sheet from below, for choices and tickets; on a wide screen in its middle. A sweep, the mask and Escape close it;
 * focus stays inside and returns.
 */
export function Sheet(props: SheetProps) {
  const Dock = useContext(DockContext)
  return props.docks === true && Dock !== undefined ? <Dock {...props} /> : <ModalSheet {...props} />
}

function ModalSheet({ open, onOpenChange, title, aside, children, footer, locked = false, className }: SheetProps) {
  const { words } = useUi()
  const close = (): void => {
    if (!locked) onOpenChange(false)
  }
  const { box, rendered } = useModal(open, close)
  const titleId = useId()
  const sweep = useSweep(close, locked)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which `cancel` hears
    <dialog
      ref={box}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === box.current) close()
      }}
      className={classes(
        'over-column fixed top-auto right-auto bottom-0 m-0 max-h-[92dvh] max-w-none flex-col overflow-hidden rounded-t-sheet bg-card p-0 text-ink outline-none open:flex',
        'translate-y-full opacity-0 transition-[transform,opacity,display,overlay] transition-discrete duration-180 ease-out',
        'desk:inset-y-0 desk:my-auto desk:h-fit desk:rounded-sheet',
        'open:translate-y-0 open:opacity-100 starting:open:translate-y-full starting:open:opacity-0',
        'backdrop:bg-mask backdrop:opacity-0 backdrop:transition-opacity backdrop:duration-180 open:backdrop:opacity-100 starting:open:backdrop:opacity-0',
        className,
      )}
    >
      {rendered && (
        <>
          <div {...sweep} className="shrink-0 cursor-grab touch-none select-none">
            <div className="mx-auto mt-2 mb-1 h-1 w-10 rounded-pill bg-line desk:invisible" aria-hidden="true" />
            <div className="flex items-baseline justify-between gap-3 px-4 pt-2 pb-3">
              <h2 id={titleId} className="min-w-0 truncate text-20 tiny:text-18">
                {title}
              </h2>
              {aside}
            </div>
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-4 pt-0.5 pb-4">
            {children}
          </div>
          <div className="shrink-0 px-4 pb-[max(1rem,env(safe-area-inset-bottom))]">{footer}</div>
          {!locked && (
            // Out of the flow: focus changes must not move the layout under a finger.
            <button
              type="button"
              onClick={close}
              className="sr-only focus-visible:not-sr-only focus-visible:absolute! focus-visible:top-2 focus-visible:right-4 focus-visible:rounded-small focus-visible:bg-card focus-visible:px-3 focus-visible:py-2 focus-visible:text-13 focus-visible:text-brand"
            >
              {words.close}
            </button>
          )}
        </>
      )}
    </dialog>
  )
}
