import type { LucideIcon } from 'lucide-react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useContext } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'
import { Button, ButtonLink } from './button.tsx'
import { InSection } from './card.tsx'

interface SkeletonProps {
  /** Size by class: `h-4 w-24`. */
  readonly className?: string
}

/** A gray placeholder of the same size as the content, so that nothing moves when it loads. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'block animate-[shimmer_0.9s_ease-in-out_infinite_alternate] rounded-small bg-hair',
        className,
      )}
    />
  )
}

/** Rows of a list that is loading, in the shape of `InstrumentRow` and `ListRow`. Says once that it is loading. */
export function SkeletonRows({ rows, spark = false }: { readonly rows: number; readonly spark?: boolean }) {
  const { words } = useUi()
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{words.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-14 items-center gap-2.5 border-hair border-t first:border-t-0">
          <Skeleton className="size-9 shrink-0 rounded-[11px]" />
          <span className="min-w-0 flex-1 space-y-1.5 overflow-hidden">
            <Skeleton className="h-3.5 w-16" />
            <Skeleton className="h-3 w-28" />
          </span>
          {spark && <Skeleton className="h-4 w-16 min-w-0" />}
          <span className="flex w-19 min-w-0 flex-col items-end space-y-1.5">
            <Skeleton className="h-3.5 w-14" />
            <Skeleton className="h-3 w-12" />
          </span>
        </div>
      ))}
    </div>
  )
}

/** Cards that are loading. */
export function SkeletonCard({ lines = 3 }: { readonly lines?: number }) {
  const { words } = useUi()
  return (
    <div role="status" aria-busy="true" className="space-y-2.5 rounded-card bg-card p-4 shadow-card">
      <span className="sr-only">{words.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={classes('h-4', index % 2 === 0 ? 'w-2/3' : 'w-5/6')} />
      ))}
    </div>
  )
}

interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  /** What to do next. */
  readonly text?: ReactNode
  readonly action?: { readonly label: string; readonly href?: string; readonly onClick?: () => void }
  readonly className?: string
}

/** Nothing here yet, and what to do next. */
export function EmptyState({ icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={classes('flex flex-col items-center gap-1.5 px-6 py-8 text-center', className)}>
      {icon !== undefined && (
        <span className="mb-1 grid size-12 place-items-center rounded-pill bg-wash text-brand">
          <Icon of={icon} size={22} />
        </span>
      )}
      <p className="font-strong text-15">{title}</p>
      {text !== undefined && <p className="max-w-[34ch] text-13 text-second">{text}</p>}
      {action !== undefined &&
        (action.href === undefined ? (
          <Button kind="ghost" size="medium" className="mt-2" onClick={() => action.onClick?.()}>
            {action.label}
          </Button>
        ) : (
          <ButtonLink kind="ghost" size="medium" className="mt-2" href={action.href}>
            {action.label}
          </ButtonLink>
        ))}
    </div>
  )
}

interface ErrorStateProps {
  /** What happened, and what was not done. Nothing answered and nothing is known: leave it empty. */
  readonly title: string
  readonly text?: ReactNode
  readonly onRetry?: () => void
  readonly className?: string
}

/** An error: what happened, what was not done, what to do. Takes one line within a section. */
export function ErrorState({ title, text, onRetry, className }: ErrorStateProps) {
  const { words } = useUi()
  const isPart = useContext(InSection)
  if (isPart) {
    return (
      <div role="alert" className={classes('flex items-center gap-2.5 py-1.5', className)}>
        <Icon of={CircleAlert} size={20} className="shrink-0 text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block text-13">{title === '' ? words.failed : title}</span>
          {text !== undefined && text !== '' && <span className="block text-12 text-second">{text}</span>}
        </span>
        {onRetry !== undefined && (
          <Button kind="plain" size="medium" className="-mr-4 shrink-0" onClick={onRetry}>
            {words.retry}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div role="alert" className={classes('flex flex-col items-center gap-1.5 px-6 py-8 text-center', className)}>
      <Icon of={CircleAlert} size={32} className="mb-1 text-danger" />
      <p className="font-strong text-15">{title === '' ? words.failed : title}</p>
      {text !== undefined && text !== '' && <p className="max-w-[36ch] text-13 text-second">{text}</p>}
      {onRetry !== undefined && (
        <Button kind="ghost" size="medium" className="mt-2" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
    </div>
  )
}

/** The end of a paged list: more, loading, no more. Give `more` an observer or a button. */
export function LoadMore({
  state,
  onMore,
}: {
  readonly state: 'more' | 'loading' | 'no-more'
  readonly onMore: () => void
}) {
  const { words } = useUi()
  if (state === 'no-more') return <p className="py-3 text-center text-12 text-second">{words.noMore}</p>
  return (
    <div className="grid place-items-center py-2">
      <Button kind="plain" size="medium" loading={state === 'loading'} onClick={onMore}>
        {words.loadingMore}
      </Button>
    </div>
  )
}
