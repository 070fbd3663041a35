import { Change, Icon, IconButton, Loaded, Monogram, SkeletonCard, SkeletonRows, TabFrame } from '@bolsillo/ui'
import History from 'lucide-react/icons/history'
import type { ComponentProps, ReactNode } from 'react'

export interface PositionTabProps<Data> {
  readonly title: string
  /** The choice between the products, above everything. */
  readonly families: ReactNode
  readonly orders: { readonly href: string; readonly label: string }
  readonly of: ComponentProps<typeof Loaded<Data>>['of']
  /** Lines of the sum above the positions, while it is on its way. */
  readonly skeletonLines: number
  readonly children: (data: Data) => ReactNode
  /** Below: ways to other pages, and sheets over this one. */
  readonly after?: ReactNode
}

/** The tab on which a customer sees what they have of a product, with the way to its orders. */
export function PositionTab<Data>(props: PositionTabProps<Data>) {
  const { title, families, orders, of, skeletonLines, children, after } = props
  return (
    <TabFrame title={title} actions={<IconButton {...orders} icon={<Icon of={History} />} />}>
      {families}
      <Loaded
        of={of}
        skeleton={
          <>
            <SkeletonCard lines={skeletonLines} />
            <SkeletonRows rows={4} />
          </>
        }
      >
        {children}
      </Loaded>
      {after}
    </TabFrame>
  )
}

/** A position in a list: what it is, what it is worth, and its result; a touch opens it. */
export function PositionButton(props: {
  /** What the monogram is made of. */
  readonly of: string
  readonly title: string
  readonly note: ReactNode
  readonly worth: ReactNode
  /** The result in percent. */
  readonly percent: string | undefined
  readonly onOpen: () => void
  readonly children: ReactNode
}) {
  const { of, title, note, worth, percent, onOpen, children } = props
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block w-full rounded-card bg-card p-4 text-left shadow-card active:opacity-80"
    >
      <span className="flex items-center gap-2.5">
        <Monogram of={of} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-strong leading-5">{title}</span>
          <span className="flex items-center gap-1.5 text-12 text-second leading-4">{note}</span>
        </span>
        <span className="text-right">
          <span className="block font-strong leading-5">{worth}</span>
          <span className="block text-12 leading-4">
            <Change percent={percent} className="font-strong" />
          </span>
        </span>
      </span>
      {children}
    </button>
  )
}
