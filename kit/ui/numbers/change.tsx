import { type DecimalOptions, formatAmount, formatDecimal, formatPercent, signOf } from '@bolsillo/kernel'
import { classes } from '../classes.ts'
import { useUi } from '../ui-context.tsx'
import { Masked } from './amount.tsx'
import { directionClass } from './price.tsx'

/** ▲ or ▼ as a drawing: the font's subset has neither, and a fallback's would differ from phone to phone. */
export function Triangle({ up }: { readonly up: boolean }) {
  return (
    <svg viewBox="0 0 10 10" width="0.72em" height="0.72em" aria-hidden="true" className="inline-block align-baseline">
      <path d={up ? 'M5 1 9.5 9H.5Z' : 'M5 9 .5 1h9z'} fill="currentColor" />
    </svg>
  )
}

interface ChangeProps {
  /** Change as a signed decimal: of money when `currency` is given, of a price otherwise. */
  readonly value?: string | undefined
  readonly currency?: string
  readonly decimals?: DecimalOptions['decimals']
  /** Change in percent as a signed decimal. */
  readonly percent?: string | undefined
  /** Computed from a generated price: underlined with dots, and announced to screen readers. */
  readonly generated?: boolean
  /** What follows quietly: `hoy`. */
  readonly note?: string
  /** The customer hid their money: only the percent is shown, and dots where there is none. */
  readonly masked?: boolean
  readonly className?: string
}

/**
 * A change with a sign nobody can miss: color, ▲ or ▼, and a word for screen readers.
 * `value` and `percent` together: `▲ MX$ 1,904.10 (+0.77 %) hoy`; `percent` alone: `▲ 1.12 %`.
 */
export function Change(props: ChangeProps) {
  const { currency, decimals, percent, generated = false, note, masked = false, className } = props
  const { style, words } = useUi()
  const value = masked ? undefined : props.value
  const main = value ?? percent
  if (main === undefined && props.value !== undefined) {
    return (
      <span className={classes('inline-flex items-baseline gap-1 whitespace-nowrap', className)}>
        <Masked currency={currency} />
        {note !== undefined && <span className="font-plain text-second">{note}</span>}
      </span>
    )
  }
  if (main === undefined) return <span className={classes('text-second', className)}>—</span>
  const sign = signOf(main)
  const options = decimals === undefined ? { sign: 'never' as const } : { sign: 'never' as const, decimals }
  const text =
    value === undefined
      ? formatPercent(main, style, { sign: 'never' })
      : currency === undefined
        ? formatDecimal(value, style, options)
        : formatAmount(value, currency, style, options)
  const word = sign > 0 ? words.rises : sign < 0 ? words.falls : words.unchanged
  return (
    <span className={classes('relative inline-flex items-baseline gap-1 whitespace-nowrap', className)}>
      <span data-figure="change" className={classes('inline-flex items-baseline gap-[0.28em]', directionClass(main))}>
        {sign !== 0 && <Triangle up={sign > 0} />}
        <span className={generated ? 'underline decoration-dotted underline-offset-2' : ''}>
          <span className="sr-only">{word} </span>
          {text}
          {generated && <span className="sr-only"> {words.fromGenerated}</span>}
        </span>
      </span>
      {value !== undefined && percent !== undefined && (
        <span data-figure="percent" className="font-plain text-second">
          ({formatPercent(percent, style, { sign: 'always' })})
        </span>
      )}
      {note !== undefined && <span className="font-plain text-second">{note}</span>}
    </span>
  )
}

interface PercentProps {
  /** A decimal in percent: `0.77` is 0.77 %. */
  readonly value: string | undefined
  readonly sign?: 'auto' | 'always' | 'never'
  readonly decimals?: number
  readonly className?: string
}

/** A percentage that is no change: a share, a rate. */
export function Percent({ value, sign = 'auto', decimals = 2, className }: PercentProps) {
  const { style } = useUi()
  return (
    <span data-figure="percent" className={classes('whitespace-nowrap', className)}>
      {value === undefined ? '—' : formatPercent(value, style, { sign, decimals })}
    </span>
  )
}
