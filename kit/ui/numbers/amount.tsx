import { currencySymbol, type DecimalOptions, formatAmount, formatDecimal, noBreakSpace } from '@bolsillo/kernel'
import { classes } from '../classes.ts'
import { useUi } from '../ui-context.tsx'
import { RollingText } from './rolling-text.tsx'

/** Every decimal an amount has: where a customer may add the rows up. */
export const everyDecimal = { min: 2, max: 6 } as const

interface AmountProps {
  /** The wire's decimal text; undefined shows a dash. */
  readonly value: string | undefined
  /** `MXN`, `USD`, `BRL`; left out: the number alone. */
  readonly currency?: string
  /** `always` writes a plus too. */
  readonly sign?: DecimalOptions['sign']
  /** Two unless the amount has another scale. */
  readonly decimals?: DecimalOptions['decimals']
  /** Sets the decimals smaller and quieter, and rolls what changes: for the one big figure of a page. */
  readonly hero?: boolean
  /** Shows dots instead: the customer hid their money. */
  readonly masked?: boolean
  readonly className?: string
}

/** An amount of money, in the number style of the language: `MX$ 1,234.50`. */
export function Amount({
  value,
  currency,
  sign = 'auto',
  decimals = 2,
  hero = false,
  masked = false,
  className,
}: AmountProps) {
  const { style } = useUi()
  if (masked) return <Masked currency={currency} className={className} />
  const text =
    value === undefined
      ? '—'
      : currency === undefined
        ? formatDecimal(value, style, { decimals, sign })
        : formatAmount(value, currency, style, { decimals, sign })
  const size = hero ? heroSize(text) : ''
  const point = hero ? text.lastIndexOf(style.point) : -1
  return (
    <span data-figure="amount" className={classes('whitespace-nowrap', size, className)}>
      {point < 0 ? (
        text
      ) : (
        <>
          <RollingText text={text.slice(0, point)} value={value ?? ''} />
          <span className="text-[0.7em] text-second">
            <RollingText text={text.slice(point)} value={value ?? ''} />
          </span>
        </>
      )}
    </span>
  )
}

/** In place of a figure the customer hid: nothing of it is in the page, nor does anything move when it changes. */
export function Masked(props: { readonly currency?: string | undefined; readonly className?: string | undefined }) {
  const { currency, className } = props
  const { words } = useUi()
  return (
    <span className={classes('relative whitespace-nowrap', className)}>
      {currency === undefined ? '' : currencySymbol(currency) + noBreakSpace}
      <span aria-hidden="true">•••••</span>
      <span className="sr-only">{words.masked}</span>
    </span>
  )
}

/** Shrinks the big figure so that it fits on one line of a phone. */
function heroSize(text: string): string {
  return text.length > 19 ? 'text-[0.68em]' : text.length > 16 ? 'text-[0.82em]' : ''
}

interface QuantityProps {
  /** The wire's decimal text of shares or coins. */
  readonly value: string | undefined
  readonly masked?: boolean
  readonly className?: string
}

/** A quantity without needless zeros: `12.5`, `1,800`. */
export function Quantity({ value, masked = false, className }: QuantityProps) {
  const { style } = useUi()
  if (masked) return <Masked className={className} />
  return (
    <span data-figure="quantity" className={classes('whitespace-nowrap', className)}>
      {value === undefined ? '—' : formatDecimal(value, style, { decimals: { min: 0, max: 12 } })}
    </span>
  )
}
