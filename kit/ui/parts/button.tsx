import LoaderCircle from 'lucide-react/icons/loader-circle'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'

export type ButtonKind = 'primary' | 'ghost' | 'buy' | 'sell' | 'danger' | 'plain'

const kinds: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-brand text-on-fill active:bg-pressed',
  ghost: 'bg-wash text-brand',
  buy: 'bg-up-ink text-on-fill',
  sell: 'bg-down-ink text-on-fill',
  danger: 'bg-danger text-on-fill',
  plain: 'text-brand',
}

const sizes = {
  large: 'min-h-12 px-5 text-16 rounded-field',
  medium: 'min-h-11 px-4 text-14 rounded-field',
} as const

interface ButtonLook {
  /** `primary` once per screen; `ghost` beside it; `buy` and `sell` follow the customer's colors; `plain` is text. */
  readonly kind?: ButtonKind
  readonly size?: keyof typeof sizes
  /** Takes the whole width. */
  readonly wide?: boolean
  /** Before the text. */
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

function look({ kind = 'primary', size = 'large', wide = false, className }: Omit<ButtonLook, 'children'>): string {
  return classes(
    'relative inline-flex select-none items-center justify-center gap-2 text-center font-strong leading-tight',
    'transition-opacity duration-150 active:opacity-85 disabled:opacity-45',
    sizes[size],
    kinds[kind],
    wide && 'w-full',
    className,
  )
}

interface ButtonProps extends ButtonLook {
  readonly onClick?: () => void
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  /** The act is under way: the text keeps its place, presses do nothing. */
  readonly loading?: boolean
  readonly form?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
}

/** A button. */
export function Button(props: ButtonProps) {
  const { words } = useUi()
  const { onClick, type = 'button', disabled = false, loading = false, icon, children, form } = props
  return (
    <button
      type={type}
      form={form}
      disabled={disabled}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      onClick={(event) => {
        if (loading) event.preventDefault()
        else onClick?.()
      }}
      className={look(props)}
    >
      <span className={classes('inline-flex items-center justify-center gap-2', loading && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 grid place-items-center">
          <span className="animate-[turn_0.8s_linear_infinite]">
            <Icon of={LoaderCircle} size={20} label={words.loading} />
          </span>
        </span>
      )}
    </button>
  )
}

interface ButtonLinkProps extends ButtonLook {
  readonly href: string
}

/** A link that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { Link } = useUi()
  return (
    <Link href={props.href} className={look(props)}>
      {props.icon}
      {props.children}
    </Link>
  )
}

interface IconButtonProps {
  /** What it does, for screen readers. */
  readonly label: string
  readonly icon: ReactNode
  readonly onClick?: () => void
  /** A link instead of a button. */
  readonly href?: string
  /** A red dot: something new waits behind it. */
  readonly dot?: boolean
  /** How many wait behind it, as shown: `3`, `9+`. The label says it too. */
  readonly count?: string | undefined
  /** For toggles: whether it is on. */
  readonly pressed?: boolean
  readonly className?: string
}

/** A round icon of a bar, 44 px to the finger. */
export function IconButton(props: IconButtonProps) {
  const { label, icon, onClick, href, dot = false, count, pressed, className } = props
  const { Link } = useUi()
  const shape = classes('tap relative -m-2 inline-grid place-items-center rounded-pill text-ink', className)
  const inside = (
    <>
      {icon}
      {dot && <span className="absolute top-2.5 right-2.5 size-2.5 rounded-pill border-2 border-page bg-down" />}
      {count !== undefined && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-4.5 rounded-pill border-2 border-page bg-danger px-1 text-center font-strong text-11 text-on-fill leading-tight"
        >
          {count}
        </span>
      )}
    </>
  )
  if (href !== undefined) {
    return (
      <Link href={href} className={shape} aria-label={label}>
        {inside}
      </Link>
    )
  }
  return (
    <button type="button" className={shape} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      {inside}
    </button>
  )
}
