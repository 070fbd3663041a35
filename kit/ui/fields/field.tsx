import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'

interface FieldFrameProps {
  readonly id: string
  readonly label: ReactNode
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** The box of a field: label inside at the top, the input under it, hint or error below. */
export function FieldFrame({ id, label, error, hint, disabled = false, children }: FieldFrameProps) {
  return (
    <div className={classes(disabled && 'opacity-55')}>
      <div
        className={classes(
          'rounded-field border-[1.5px] bg-card px-3.5 py-2 focus-within:border-brand',
          error === undefined ? 'border-line' : 'border-danger',
        )}
      >
        <label htmlFor={id} className="block text-12 text-second">
          {label}
        </label>
        <div className="flex items-center gap-2">{children}</div>
      </div>
      {error !== undefined ? (
        <p id={`${id}-help`} role="alert" className="mt-1 px-1 text-12 text-danger">
          {error}
        </p>
      ) : hint !== undefined ? (
        <p id={`${id}-help`} className="mt-1 px-1 text-12 text-second">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/**
 * How the input inside a frame looks; 18 px, so that phones do not zoom in. It takes what is left of its row and asks for no
 * width of its own: a form of a small screen would be as wide as twenty letters.
 */
export const inputLook =
  'w-0 min-w-0 flex-1 bg-transparent py-0.5 font-strong text-18 text-ink text-ellipsis outline-none placeholder:font-plain placeholder:text-second'

interface TextFieldProps {
  readonly label: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** Before the input: `<AreaCodeSelect>`. */
  readonly prefix?: ReactNode
  /** After the input: a unit, a button. */
  readonly suffix?: ReactNode
  readonly type?: 'text' | 'email' | 'tel' | 'search' | 'time'
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search'
  readonly autoComplete?: string
  readonly name?: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly disabled?: boolean
  readonly required?: boolean
  readonly autoFocus?: boolean
}

/** A line of text. */
export function TextField(props: TextFieldProps) {
  const id = useId()
  const { label, value, onChange, error, hint, prefix, suffix, type = 'text' } = props
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} disabled={props.disabled ?? false}>
      {prefix}
      <input
        id={id}
        type={type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={props.onBlur}
        inputMode={props.inputMode}
        autoComplete={props.autoComplete ?? 'off'}
        autoCapitalize="none"
        spellCheck={false}
        name={props.name}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        disabled={props.disabled}
        required={props.required}
        // biome-ignore lint/a11y/noAutofocus: only pages whose one task is this field ask for it
        autoFocus={props.autoFocus}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-help` : undefined}
        className={inputLook}
      />
      {suffix !== undefined && <span className="shrink-0 text-13 text-second">{suffix}</span>}
    </FieldFrame>
  )
}

interface PasswordFieldProps {
  readonly label: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly autoComplete: 'current-password' | 'new-password'
  readonly name?: string
  readonly maxLength?: number
}

/** A login password, hidden until the eye is pressed. */
export function PasswordField({
  label,
  value,
  onChange,
  error,
  hint,
  autoComplete,
  name,
  maxLength,
}: PasswordFieldProps) {
  const id = useId()
  const { words } = useUi()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input
        id={id}
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        name={name}
        maxLength={maxLength}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-help` : undefined}
        className={inputLook}
      />
      <button
        type="button"
        aria-label={shown ? words.hidePassword : words.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="tap -my-3 -mr-3 grid place-items-center text-second"
      >
        <Icon of={shown ? Eye : EyeOff} size={20} />
      </button>
    </FieldFrame>
  )
}

interface SelectFieldProps<Value extends string> {
  readonly label: ReactNode
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly disabled?: boolean
}

/** One of some, with the phone's own picker. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const id = useId()
  const { label, value, onChange, choices, error, hint, disabled = false } = props
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} disabled={disabled}>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-help` : undefined}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
        className={classes(inputLook, 'bg-card')}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface AreaCodeSelectProps {
  /** `+52`. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly choices: ReadonlyArray<{ readonly value: string; readonly label: string }>
}

/** The country code before a phone number: shows the code, lists countries. For a field's `prefix`. */
export function AreaCodeSelect({ value, onChange, choices }: AreaCodeSelectProps) {
  const { words } = useUi()
  return (
    <span className="relative flex items-center gap-1 border-hair border-r pr-2.5 text-16">
      <span aria-hidden="true">{value}</span>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className="text-second">
        <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      <select
        aria-label={words.areaCode}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="absolute -inset-y-3 inset-x-0 w-full appearance-none opacity-0"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  )
}

interface CheckFieldProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** The sentence agreed to; links inside stay links. */
  readonly children: ReactNode
  readonly error?: string | undefined
}

/** A box to tick. */
export function CheckField({ checked, onChange, children, error }: CheckFieldProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-start gap-2.5">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-help`}
          className="relative z-1 mt-0.5 size-5 shrink-0 accent-brand"
        />
        <label htmlFor={id} className="-my-3 -ml-8 min-h-11 py-3 pl-8 text-13 text-second">
          {children}
        </label>
      </div>
      {error !== undefined && (
        <p id={`${id}-help`} role="alert" className="mt-1 text-12 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** On or off, at once: auto-subscription, hidden amounts. */
export function Switch(props: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: string
}) {
  const { checked, onChange, label } = props
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      onClick={() => onChange(!checked)}
      className={classes(
        'relative h-7 w-12 shrink-0 rounded-pill transition-colors duration-150 before:absolute before:-inset-2',
        checked ? 'bg-brand' : 'bg-faint',
      )}
    >
      <span
        className={classes(
          'absolute top-0.5 left-0.5 size-6 rounded-pill bg-[#fff] transition-transform duration-150',
          checked && 'translate-x-5',
        )}
      />
    </button>
  )
}
