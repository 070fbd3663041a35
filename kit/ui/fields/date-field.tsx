import { type ReactNode, useId } from 'react'
import { FieldFrame } from './field.tsx'

// Two of them stand side by side at 360 px: the room before the picker's mark goes to the year.
const look =
  'min-h-8 min-w-0 flex-1 bg-transparent font-strong text-16 text-ink outline-none [&::-webkit-calendar-picker-indicator]:m-0'

export interface DateFieldProps {
  readonly label: ReactNode
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly min?: string
  readonly max?: string
  readonly disabled?: boolean
  /** `bday` for a date of birth. */
  readonly autoComplete?: string
}

/** A day, with the phone's own picker; its text follows the phone, its value never does. */
export function DateField(props: DateFieldProps) {
  const id = useId()
  const { label, value, onChange, error, hint, min, max, disabled = false } = props
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} disabled={disabled}>
      <input
        id={id}
        type="date"
        value={value}
        min={min}
        max={max}
        disabled={disabled}
        autoComplete={props.autoComplete ?? 'off'}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-help` : undefined}
        className={look}
      />
    </FieldFrame>
  )
}
