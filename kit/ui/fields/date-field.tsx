import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { formatDay } from '../format/date-format.ts'
import { useUi } from '../ui-context.tsx'
import { FieldFrame } from './field.tsx'

// Two of them stand side by side at 360 px: the room before the picker's mark goes to the year. The browser writes a day
// the way of the country it was installed in, so its own text shows only while it is typed.
const look =
  'peer min-h-8 w-full min-w-0 bg-transparent font-strong text-16 text-transparent outline-none focus:text-ink [&::-webkit-calendar-picker-indicator]:m-0'
const shownLook = 'pointer-events-none absolute inset-y-0 left-0 flex items-center text-16 peer-focus:hidden'

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

/** A day, with the phone's own picker, written as everywhere in the app. */
export function DateField(props: DateFieldProps) {
  const id = useId()
  const { words } = useUi()
  const { label, value, onChange, error, hint, min, max, disabled = false } = props
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} disabled={disabled}>
      <span className="relative flex min-w-0 flex-1">
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
        <span aria-hidden="true" className={classes(shownLook, value === '' ? 'text-second' : 'font-strong')}>
          {value === '' ? words.dayHint : formatDay(value)}
        </span>
      </span>
    </FieldFrame>
  )
}
