import { type ReactNode, useId } from 'react'
import { Button, type ButtonKind } from '../parts/button.tsx'
import { useUi } from '../ui-context.tsx'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  /** What will happen, and that it cannot be undone. */
  readonly text?: ReactNode
  readonly children?: ReactNode
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly cancelLabel?: string
  readonly kind?: ButtonKind
  readonly loading?: boolean
}

/** A question before an act that cannot be taken back. At most 400 px wide. */
export function Dialog(props: DialogProps) {
  const { words } = useUi()
  const { open, onOpenChange, title, text, children, confirmLabel, onConfirm } = props
  const { kind = 'primary', loading = false } = props
  const cancel = (): void => {
    if (!loading) onOpenChange(false)
  }
  const { box, rendered } = useModal(open, cancel)
  const id = useId()
  return (
    <dialog
      ref={box}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={text === undefined ? undefined : `${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        cancel()
      }}
      className="fixed inset-y-0 right-auto left-[calc(var(--column-left)+min(100%,var(--column-width))/2)] m-0 my-auto h-fit w-[min(100%-3rem,400px)] max-w-none -translate-x-1/2 rounded-sheet bg-card p-5 text-ink opacity-0 outline-none transition-[opacity,display,overlay] transition-discrete duration-150 backdrop:bg-mask open:opacity-100 starting:open:opacity-0"
    >
      {rendered && (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            // Enter in a field confirms, as the button does.
            event.preventDefault()
            if (!loading) onConfirm()
          }}
        >
          <h2 id={`${id}-title`} className="text-18">
            {title}
          </h2>
          {text !== undefined && (
            <p id={`${id}-text`} className="text-second">
              {text}
            </p>
          )}
          {children}
          <div className="mt-1 grid grid-cols-2 gap-2.5">
            <Button kind="ghost" size="medium" disabled={loading} onClick={() => onOpenChange(false)}>
              {props.cancelLabel ?? words.cancel}
            </Button>
            <Button type="submit" kind={kind} size="medium" loading={loading}>
              {confirmLabel}
            </Button>
          </div>
        </form>
      )}
    </dialog>
  )
}
