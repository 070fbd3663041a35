import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Button, type ButtonKind } from '../parts/button.tsx'
import { useUi } from '../ui-context.tsx'

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
  const {
    open,
    onOpenChange,
    title,
    text,
    children,
    confirmLabel,
    onConfirm,
    kind = 'primary',
    loading = false,
  } = props
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-[appear_120ms_ease-out] bg-mask" />
        <div className="over-column pointer-events-none fixed inset-y-0 z-50 grid place-items-center p-6">
          <Radix.Content
            role="alertdialog"
            {...(text === undefined ? { 'aria-describedby': undefined } : {})}
            className="pointer-events-auto flex w-full max-w-[400px] animate-[rise_160ms_ease-out] flex-col gap-3 rounded-sheet bg-card p-5 outline-none"
          >
            <Radix.Title className="text-18">{title}</Radix.Title>
            {text !== undefined && <Radix.Description className="text-second">{text}</Radix.Description>}
            {children}
            <div className="mt-1 grid grid-cols-2 gap-2.5">
              <Radix.Close asChild>
                <Button kind="ghost" size="medium" onClick={() => onOpenChange(false)}>
                  {props.cancelLabel ?? words.cancel}
                </Button>
              </Radix.Close>
              <Button kind={kind} size="medium" loading={loading} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}
