import type { ReactNode } from 'react'
import { useModal } from './use-modal.ts'

export interface FullScreenProps {
  readonly open: boolean
  readonly onClose: () => void
  /** What fills the screen, for screen readers. */
  readonly label: string
  readonly children: ReactNode
}

/**
 * One thing over the whole screen: a chart on a phone that was turned. Escape and Back close it. The ribbon above stays: every
 * screen says what market it is of.
 */
export function FullScreen({ open, onClose, label, children }: FullScreenProps) {
  const { box, rendered } = useModal(open, onClose)
  return (
    <dialog
      ref={box}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="fixed inset-x-0 top-(--ribbon-height) bottom-0 m-0 h-auto max-h-none w-dvw max-w-none flex-col bg-card p-0 text-ink outline-none backdrop:bg-transparent open:flex"
    >
      {rendered && children}
    </dialog>
  )
}
