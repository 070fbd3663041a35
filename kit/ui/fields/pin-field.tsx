import { pinDigits } from '@bolsillo/kernel'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../classes.ts'
import { fill, useUi } from '../ui-context.tsx'

const digits = pinDigits

export interface PinFieldProps {
  readonly label: ReactNode
  /** Up to six digits. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called with the six digits as soon as they are there. */
  readonly onComplete?: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** `code` shows the digits and lets phones fill in a code that arrived; `secret` hides them. */
  readonly kind?: 'secret' | 'code'
  readonly autoFocus?: boolean
  readonly disabled?: boolean
}

/** Six digits in six boxes: trade and withdrawal passwords, one-time codes. One real input lies under the boxes. */
export function PinField(props: PinFieldProps) {
  const { label, value, onChange, onComplete, error, hint, kind = 'secret', disabled = false } = props
  const id = useId()
  const { words } = useUi()
  const [focused, setFocused] = useState(false)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-13 text-second">
        {label}
      </label>
      <div className="relative">
        <Boxes value={value} masked={kind === 'secret'} failed={error !== undefined} focused={focused} />
        <input
          id={id}
          type={kind === 'secret' ? 'password' : 'text'}
          inputMode="numeric"
          autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
          pattern="[0-9]*"
          maxLength={digits}
          value={value}
          disabled={disabled}
          // biome-ignore lint/a11y/noAutofocus: only dialogs whose one task is this field ask for it
          autoFocus={props.autoFocus}
          data-focus-first={props.autoFocus === true ? '' : undefined}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => {
            const next = event.target.value.replaceAll(/\D/g, '').slice(0, digits)
            onChange(next)
            if (next.length === digits && next !== value) onComplete?.(next)
          }}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-help`}
          className="absolute inset-0 size-full cursor-text bg-transparent text-16 text-transparent caret-transparent outline-none"
        />
      </div>
      <p
        id={`${id}-help`}
        role={error === undefined ? undefined : 'alert'}
        className={classes('mt-1.5 text-12', error === undefined ? 'text-second' : 'text-danger')}
      >
        {error ?? hint ?? <span className="sr-only">{fill(words.digitsEntered, { count: value.length, digits })}</span>}
      </p>
    </div>
  )
}

/** What is seen of the digits: a box for each, the next one marked while the input has the focus. */
function Boxes(props: {
  readonly value: string
  readonly masked: boolean
  readonly failed: boolean
  readonly focused: boolean
}) {
  const { value, masked, failed, focused } = props
  return (
    <div className="grid grid-cols-6 gap-2" aria-hidden="true">
      {Array.from({ length: digits }, (_, index) => (
        <span
          key={index}
          className={classes(
            'grid h-13 place-items-center rounded-field border-[1.5px] bg-card font-strong text-20',
            failed
              ? 'border-danger'
              : focused && index === Math.min(value.length, digits - 1)
                ? 'border-brand'
                : 'border-line',
          )}
        >
          {index < value.length ? (masked ? '•' : value[index]) : ''}
        </span>
      ))}
    </div>
  )
}
