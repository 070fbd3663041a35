import { type RefObject, useEffect, useRef, useState } from 'react'
import { useBackLayer } from './use-back-layer.ts'

/** How long a layer takes to leave. */
const layerLeaveMs = 180

let openModals = 0

/** The page under a modal does not scroll; several may lie one over the other. */
function holdScroll(hold: boolean): void {
  openModals += hold ? 1 : -1
  document.documentElement.style.overflow = openModals > 0 ? 'hidden' : ''
}

/**
 * Opens and closes a native modal dialog. The browser traps and restores focus, makes the rest inert and handles
 * Escape; going back asks to close it, too.
 * @returns the dialog's ref, and whether its content is to be rendered (also while it leaves).
 */
export function useModal(
  open: boolean,
  close: () => void,
): {
  readonly box: RefObject<HTMLDialogElement | null>
  readonly rendered: boolean
} {
  const box = useRef<HTMLDialogElement>(null)
  const [rendered, setRendered] = useState(open)
  if (open && !rendered) setRendered(true)
  useBackLayer(open, close)
  // The browser gives the focus back when a dialog closes, not when it is taken off the page: a step of a ticket.
  useEffect(() => {
    const opener = document.activeElement
    if (!open || !(opener instanceof HTMLElement)) return undefined
    return () => {
      if (document.activeElement === document.body && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [open])
  useEffect(() => {
    const dialog = box.current
    if (dialog === null) return
    if (!open) {
      if (dialog.open) dialog.close()
      const timer = setTimeout(() => setRendered(false), layerLeaveMs)
      return () => clearTimeout(timer)
    }
    if (!dialog.open) dialog.showModal()
    // Focuses the layer itself, not its first button: a screen reader then begins with the title, and nothing is
    // pressed by accident. A layer for one field marks that field instead.
    const field = dialog.querySelector<HTMLElement>('[data-focus-first]')
    dialog.tabIndex = -1
    ;(field ?? dialog).focus({ preventScroll: true })
    holdScroll(true)
    return () => holdScroll(false)
  }, [open])
  return { box, rendered }
}
