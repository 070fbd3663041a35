import type { ReactNode } from 'react'
import { Drawer } from 'vaul'
import { classes } from '../classes.ts'

export interface SheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  /** At the right of the title: price and change in a ticket. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Stays at the bottom while the rest scrolls: the one confirm button. */
  readonly footer?: ReactNode
  /** May not be swept away while something is under way. */
  readonly locked?: boolean
  readonly className?: string
}

/** A sheet from below, for choices and tickets. Swipe, the mask and Escape close it; focus stays inside and returns. */
export function Sheet({ open, onOpenChange, title, aside, children, footer, locked = false, className }: SheetProps) {
  return (
    <Drawer.Root
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!locked}
      repositionInputs={false}
      autoFocus
      noBodyStyles
    >
      <Drawer.Portal>
        <Drawer.Overlay className="fixed inset-0 z-30 bg-mask" />
        <Drawer.Content
          aria-describedby={undefined}
          className={classes(
            'over-column fixed bottom-0 z-40 flex max-h-[92dvh] flex-col rounded-t-sheet bg-card outline-none',
            className,
          )}
        >
          <div className="mx-auto mt-2 mb-1 h-1 w-10 shrink-0 rounded-pill bg-line" aria-hidden="true" />
          <div className="flex shrink-0 items-baseline justify-between gap-3 px-4 pt-2 pb-3">
            <Drawer.Title className="min-w-0 truncate text-20">{title}</Drawer.Title>
            {aside}
          </div>
          <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto overscroll-contain px-4 pb-4">
            {children}
          </div>
          <div className="shrink-0 px-4 pb-[max(1rem,env(safe-area-inset-bottom))]">{footer}</div>
        </Drawer.Content>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
