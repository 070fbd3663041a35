import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'

export type Tone = 'quiet' | 'good' | 'bad' | 'warning' | 'brand'

const tones: Readonly<Record<Tone, string>> = {
  quiet: 'bg-hair text-second',
  good: 'bg-[color-mix(in_srgb,var(--ok)_12%,transparent)] text-ok',
  bad: 'bg-[color-mix(in_srgb,var(--danger)_6%,transparent)] text-danger',
  warning: 'bg-warn text-warnink',
  brand: 'bg-wash text-brand',
}

interface PillProps {
  readonly tone?: Tone
  readonly icon?: LucideIcon
  readonly children: ReactNode
  readonly className?: string
}

/** A state in a word: Verificada, Abierta, En revisión. */
export function Pill({ tone = 'quiet', icon, children, className }: PillProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-pill px-2 py-px font-medium text-12',
        tones[tone],
        className,
      )}
    >
      {icon !== undefined && <Icon of={icon} size={14} />}
      {children}
    </span>
  )
}

/** A count on something: unread messages. Shows nothing at zero, `99+` above. */
export function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count <= 0) return null
  return (
    <span className="relative inline-block min-w-5 rounded-pill bg-down-ink px-1.5 text-center text-11 text-on-fill">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{`${label}: ${count}`}</span>
    </span>
  )
}

interface NoteProps {
  readonly icon?: LucideIcon
  readonly tone?: 'quiet' | 'good' | 'bad' | 'warning'
  readonly children: ReactNode
  readonly className?: string
}

const noteTones = {
  quiet: 'text-second',
  good: 'text-ok',
  bad: 'text-danger',
  warning: 'rounded-field bg-warn px-3 py-2.5 text-warnink',
} as const

/** A line that explains: with a lock, an i, a shield before it. */
export function Note({ icon, tone = 'quiet', children, className }: NoteProps) {
  return (
    <p className={classes('flex items-start gap-1.5 text-12', noteTones[tone], className)}>
      {icon !== undefined && <Icon of={icon} size={16} className="mt-px shrink-0" />}
      <span className="min-w-0">{children}</span>
    </p>
  )
}

export interface FactProps {
  readonly label: ReactNode
  readonly value: ReactNode
  /** The one that matters most: a total. */
  readonly strong?: boolean
}

/** Label and value, one a line: what an order costs, how it was carried out. */
export function DefinitionList({
  facts,
  className,
}: {
  readonly facts: readonly FactProps[]
  readonly className?: string
}) {
  return (
    <dl className={classes('grid gap-y-2 text-13', className)}>
      {facts.map((fact, index) => (
        // Each row shares its own width: one long value leaves the labels of the others whole.
        <div key={index} className="flex justify-between gap-x-3.5">
          <dt className="flex items-center gap-1 text-second">{fact.label}</dt>
          <dd className={classes('text-right', fact.strong === true && 'font-strong')}>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface Step {
  readonly title: ReactNode
  readonly note?: ReactNode
  readonly done: boolean
}

/** What happened, in order, and what is still to come: the life of an order. */
export function Timeline({ steps, className }: { readonly steps: readonly Step[]; readonly className?: string }) {
  const { words } = useUi()
  return (
    <ol className={classes('ml-1.5 grid gap-2.5 border-hair border-l-2 pl-5', className)}>
      {steps.map((step, index) => (
        <li key={index} className="relative">
          <span
            className={classes(
              'absolute top-1 -left-[27px] size-3 rounded-pill border-2',
              step.done ? 'border-brand bg-brand' : 'border-faint bg-card',
            )}
          />
          <span className="sr-only">{step.done ? words.done : words.pending}: </span>
          <span className="block font-strong">{step.title}</span>
          {step.note !== undefined && <span className="block text-12 text-second">{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}

export interface Share {
  readonly label: string
  /** Any unit; only the proportions count. For drawing, so a number. */
  readonly weight: number
  /** Beside the label: `34 %`. */
  readonly text?: ReactNode
}

const shareColors = ['var(--brand)', 'light-dark(#5b8cff, #a9c3ff)', 'var(--up)', '#e8a317', '#8b5cf6', 'var(--faint)']

/** The shares of a whole: a bar and its legend. The sixth share and all after it have one color. */
export function AllocationBar({
  shares,
  className,
}: {
  readonly shares: readonly Share[]
  readonly className?: string
}) {
  const colorOf = (index: number): string => shareColors[Math.min(index, shareColors.length - 1)] ?? 'var(--faint)'
  return (
    <div className={className}>
      <div className="flex h-2 gap-0.5 overflow-hidden rounded-pill" aria-hidden="true">
        {shares.map((share, index) => (
          <span key={share.label} style={{ flex: `${Math.max(share.weight, 0)} 1 0`, background: colorOf(index) }} />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-12 text-second">
        {shares.map((share, index) => (
          <li key={share.label}>
            <span className="mr-1.5 inline-block size-2 rounded-[3px]" style={{ background: colorOf(index) }} />
            {share.label} {share.text}
          </li>
        ))}
      </ul>
    </div>
  )
}
