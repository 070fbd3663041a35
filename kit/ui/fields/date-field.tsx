import { type ReactNode, useId } from 'react'
import { FieldFrame } from './field.tsx'

export interface DateFieldProps {
  readonly label: ReactNode
  /** `2026-11-21`, or empty. */
  readonly value: string
  readonly onChange: (date: string) => void
  readonly min?: string
  readonly max?: string
  readonly error?: string | undefined
  readonly hint?: ReactNode
}

/** A day, with the phone's own calendar. */
export function DateField({ label, value, onChange, min, max, error, hint }: DateFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <input
        id={id}
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error !== undefined || hint !== undefined ? `${id}-help` : undefined}
        className="min-h-8 min-w-0 flex-1 bg-transparent font-strong text-14 text-ink outline-none"
      />
    </FieldFrame>
  )
}
