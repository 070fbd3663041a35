import { formatDecimal, readTyped, type TypedDecimal, typedFrom } from '@bolsillo/kernel'
import { type ReactNode, useId, useState } from 'react'
import { fill, useUi } from '../ui-context.tsx'
import { FieldFrame, inputLook } from './field.tsx'

export interface DecimalFieldProps {
  readonly label: ReactNode
  /** The wire's decimal text, or empty. */
  readonly value: string
  /** Called with the wire's decimal text; with an empty text while the input cannot be read. */
  readonly onChange: (wire: string) => void
  /** How many digits after the point may be typed. */
  readonly scale: number
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** A unit: `acciones`, `MXN · tick 0.01`. */
  readonly suffix?: ReactNode
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

/**
 * An amount, price or quantity. The customer types with the separators of their language; the page gets the wire's
 * decimals. Input that cannot be read shows an error at once; it is never guessed at.
 */
export function DecimalField(props: DecimalFieldProps) {
  const { label, value, onChange, scale, error, hint, suffix, placeholder, disabled = false } = props
  const id = useId()
  const { style, words } = useUi()
  const [{ typed, wire, seen }, setField] = useState(() => ({
    typed: typedFrom(value, style),
    wire: value,
    seen: value,
  }))
  // A value set from outside (a quick fraction, a price taken from the book) replaces what was typed: while rendering, so
  // that the field never shows another figure than the rest of the page.
  if (value !== seen) setField({ typed: value === wire ? typed : typedFrom(value, style), wire: value, seen: value })
  const reading = readTyped(typed, style, scale)
  const own = problemOf(reading)
  const maximum = reading.kind === 'too-large' ? formatDecimal(reading.maximum, style) : ''
  const example = `1${style.group}250${style.point}50`
  const message = own === undefined ? error : fill(words[own], { scale, example, maximum })
  return (
    <FieldFrame id={id} label={label} error={message} hint={hint} disabled={disabled}>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        placeholder={placeholder}
        disabled={disabled}
        // biome-ignore lint/a11y/noAutofocus: only sheets whose first task is this field ask for it
        autoFocus={props.autoFocus}
        onChange={(event) => {
          const text = event.target.value.slice(0, 32)
          const next = readTyped(text, style, scale)
          const read = next.kind === 'value' ? next.wire : ''
          setField({ typed: text, wire: read, seen })
          onChange(read)
        }}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={message !== undefined || hint !== undefined ? `${id}-help` : undefined}
        className={inputLook}
      />
      {suffix !== undefined && <span className="shrink-0 text-13 text-second">{suffix}</span>}
    </FieldFrame>
  )
}

function problemOf(reading: TypedDecimal): 'typeNumber' | 'tooManyDecimals' | 'tooLarge' | undefined {
  if (reading.kind === 'malformed') return 'typeNumber'
  if (reading.kind === 'too-large') return 'tooLarge'
  return reading.kind === 'too-many-decimals' ? 'tooManyDecimals' : undefined
}
