import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'

export interface ListRowProps {
  /** At the left: a monogram or an icon. */
  readonly lead?: ReactNode
  readonly title: ReactNode
  readonly note?: ReactNode
  /** At the right: a figure, with `asideNote` under it. */
  readonly aside?: ReactNode
  readonly asideNote?: ReactNode
  /** The whole row is the target. */
  readonly href?: string
  readonly onClick?: () => void
  /** A chevron at the right; by itself on rows that lead somewhere and have no `aside`. */
  readonly chevron?: boolean
  /** The title in plain weight: rows of a menu. */
  readonly quiet?: boolean
  /** No hairline above: the first row of a list. CSS leaves it out by itself for a first child. */
  readonly first?: boolean
  readonly danger?: boolean
  readonly className?: string
}

/** One row of a list: what it is at the left, the figure at the right, the row as target. */
export function ListRow(props: ListRowProps) {
  const { Link } = useUi()
  const { lead, title, note, aside, asideNote, href, onClick, quiet = false, danger = false } = props
  const leads = href !== undefined || onClick !== undefined
  const chevron = props.chevron ?? (leads && aside === undefined)
  const shape = classes(
    'flex w-full items-center gap-2.5 border-hair border-t py-2.5 text-left first:border-t-0',
    leads && 'min-h-12 active:opacity-70',
    props.first === true && 'border-t-0',
    danger && 'text-danger',
    props.className,
  )
  const inside = (
    <>
      {lead}
      {/* On the smallest phones nothing is shortened: title and figure wrap between their words. */}
      <span className="min-w-0 flex-1 min-[280px]:tiny:min-w-min">
        <span className={classes('block truncate', !quiet && 'font-strong')}>{title}</span>
        {note !== undefined && (
          <span className="line-clamp-2 text-12 text-second tiny:line-clamp-4 tiny:wrap-anywhere">{note}</span>
        )}
      </span>
      {aside !== undefined && (
        <span className="max-w-[68%] shrink-0 break-words text-right min-[280px]:tiny:min-w-min min-[280px]:tiny:shrink">
          <span className="block font-strong">{aside}</span>
          {asideNote !== undefined && <span className="block text-12 text-second">{asideNote}</span>}
        </span>
      )}
      {chevron && <Icon of={ChevronRight} size={18} className="shrink-0 text-faint" />}
    </>
  )
  if (href !== undefined) {
    return (
      <Link href={href} className={shape}>
        {inside}
      </Link>
    )
  }
  if (onClick !== undefined) {
    return (
      <button type="button" onClick={onClick} className={shape}>
        {inside}
      </button>
    )
  }
  return <div className={shape}>{inside}</div>
}
