import CalendarDays from 'lucide-react/icons/calendar-days'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { formatDay } from '../format/date-format.ts'
import { readDay, withDashes } from '../format/read-day.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'
import { FieldFrame } from './field.tsx'

// Two date fields fit side by side at 360 px: small text and a narrow icon leave room for the year.
const look =
  'min-h-8 w-full min-w-0 bg-transparent text-15! text-ink outline-none placeholder:font-plain placeholder:text-second'

export interface DateFieldProps {
  readonly label: ReactNode
  /** `YYYY-MM-DD`, or empty: also while what is typed is no day within the bounds. */
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

/**
 * A day in the app's format, dd-mm-yyyy, independent of the browser's locale. The calendar beside it is the device's
 * own.
 */
export function DateField(props: DateFieldProps) {
  const id = useId()
  const { words } = useUi()
  const { label, value, onChange, hint, min, max, disabled = false } = props
  const [typed, setTyped] = useState(value === '' ? '' : formatDay(value))
  const [left, setLeft] = useState(false)
  // A value from elsewhere, a chosen range or the calendar, replaces what was typed.
  useEffect(() => {
    setTyped((shown) => (value === '' || readDay(shown) === value ? shown : formatDay(value)))
  }, [value])
  const problemOf = (text: string): string | undefined => {
    const day = readDay(text)
    if (day === undefined) return text.trim() === '' ? undefined : words.dayUnread
    if (min !== undefined && min !== '' && day < min) return words.dayTooEarly.replace('{day}', formatDay(min))
    if (max !== undefined && max !== '' && day > max) return words.dayTooLate.replace('{day}', formatDay(max))
    return undefined
  }
  const take = (text: string): void => {
    setTyped(text)
    const next = problemOf(text) === undefined ? (readDay(text) ?? '') : ''
    if (next !== value) onChange(next)
  }
  const error = (left || readDay(typed) !== undefined ? problemOf(typed) : undefined) ?? props.error
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} disabled={disabled}>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        value={typed}
        maxLength={10}
        placeholder={words.dayHint}
        disabled={disabled}
        autoComplete={props.autoComplete ?? 'off'}
        onChange={(event) => take(withDashes(event.target.value, typed))}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true)
          const day = readDay(typed)
          if (day !== undefined) setTyped(formatDay(day))
        }}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-help` : undefined}
        className={classes(look, typed !== '' && 'font-strong')}
      />
      <Calendar
        value={value}
        min={min}
        max={max}
        disabled={disabled}
        onPick={(day) => {
          setTyped(day === '' ? '' : formatDay(day))
          onChange(day)
        }}
      />
    </FieldFrame>
  )
}

/** The device's own calendar, opened by a button over it. */
function Calendar(props: {
  readonly value: string
  readonly min: string | undefined
  readonly max: string | undefined
  readonly disabled: boolean
  readonly onPick: (day: string) => void
}) {
  const { value, min, max, disabled, onPick } = props
  const { words } = useUi()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <span className="relative -mr-3 -ml-2.5 shrink-0">
      <button
        type="button"
        aria-label={words.calendar}
        disabled={disabled}
        onClick={() => picker.current?.showPicker()}
        className="-my-2 grid min-h-11 w-8 place-items-center text-second"
      >
        <Icon of={CalendarDays} size={18} />
      </button>
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={min}
        max={max}
        disabled={disabled}
        onChange={(event) => onPick(event.target.value)}
        className="pointer-events-none absolute inset-x-0 bottom-0 h-0 w-full opacity-0"
      />
    </span>
  )
}
