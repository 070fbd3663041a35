import { classes, formatDateTime, Icon, showToast, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Info from 'lucide-react/icons/info'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'

/** The figures a mark is shown with, each with its own sentence. */
export type GeneratedFigure = keyof Messages['generated']['figures']

export interface GeneratedMarkProps {
  /** Since when the market is recorded. */
  readonly since: number
  readonly of: readonly GeneratedFigure[]
  /** Where the time is shown nearby already, the mark alone is enough. */
  readonly short?: boolean
  readonly className?: string
}

const GeneratedSheet = lazy(() => import('./generated-sheet.tsx').catch(() => ({ default: NotBrought })))

/** In place of the sheet when it did not come, for want of a network. */
function NotBrought(): ReactNode {
  const { words } = useUi()
  useEffect(() => {
    showToast(words.failed, { kind: 'error' })
  }, [words])
  return null
}

/** The swatch of everything nobody traded: hatched like the chart. */
function Swatch() {
  return (
    <span
      aria-hidden="true"
      className="size-3 shrink-0 rounded-[3px] border border-line bg-[repeating-linear-gradient(135deg,var(--faint)_0_1px,transparent_1px_3px)]"
    />
  )
}

/** Since when a market is recorded, short enough for a line: `25-11-2026 19:40`. */
export function useSinceText(): (since: number) => string {
  const { zone } = useUi()
  return (since) =>
    `${formatDateTime(since, zone, { shows: 'date' })} ${formatDateTime(since, zone, { shows: 'time' })}`
}

/** Says beside figures that some of them were generated, and since when they are recorded; tapped, what that means. */
export function GeneratedMark({ since, of, short = false, className }: GeneratedMarkProps) {
  const t = useWords<Messages>('market')
  const sinceText = useSinceText()
  // Undefined until it is asked for: only then its sheet is brought.
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={classes(
          'flex min-h-11 min-w-0 items-center gap-1.5 text-left text-12 text-second active:opacity-70',
          className,
        )}
      >
        <Swatch />
        <span className="min-w-0">
          {short ? t('generated.includes') : t('generated.since', { time: sinceText(since) })}
        </span>
        <Icon of={Info} size={14} />
      </button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <GeneratedSheet since={since} of={of} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

/** A row of a list, as far as it says what of it was generated. */
export interface MarkedRow {
  readonly generated?: { readonly recordedSince: number } | undefined
  readonly quote?: { readonly generated?: { readonly recordedSince: number } | undefined } | undefined
  readonly day24?: { readonly generated?: { readonly recordedSince: number } | undefined } | undefined
}

/** The mark of a list: there while any of its rows holds something generated. */
export function GeneratedInList({ rows = [] }: { readonly rows?: readonly MarkedRow[] | undefined }) {
  const marked = rows.map((row) => row.generated ?? row.quote?.generated ?? row.day24?.generated)
  const since = marked.find((mark) => mark !== undefined)?.recordedSince
  return since === undefined ? null : <GeneratedMark since={since} of={['list']} className="-my-1" />
}
