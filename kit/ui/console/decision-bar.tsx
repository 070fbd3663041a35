import { type ReactNode, useId } from 'react'
import { KeyHint } from '../keys/key-hint.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button, type ButtonKind } from '../parts/button.tsx'

export interface Decision {
  readonly label: string
  /** The key that does it: `a`. */
  readonly key: string
  readonly onDecide: () => void
  readonly kind?: ButtonKind
  /** Not offered now, for a reason the case itself shows. */
  readonly disabled?: boolean
  /** What must be done before it: shown beside the buttons, and by a press of its key. */
  readonly blocked?: string | undefined
  readonly loading?: boolean
}

/** What can be done with the open case, each by a key; sticks to the foot of the pane. */
export function DecisionBar({
  decisions,
  children,
}: {
  readonly decisions: readonly Decision[]
  /** After the buttons: what else there is to know. */
  readonly children?: ReactNode
}) {
  useKeys(
    decisions.map(({ key, label, onDecide, disabled = false, blocked, loading = false }) => ({
      ...{ key, label, blocked },
      run: onDecide,
      active: !disabled && !loading,
    })),
  )
  const id = useId()
  const reasons = decisions.flatMap(({ blocked }) => blocked ?? [])
  return (
    <div className="sticky -bottom-5 mt-auto -mb-5 flex flex-wrap items-center gap-3 bg-page pt-3 pb-5">
      {decisions.map(({ label, key, onDecide, kind = 'primary', disabled = false, blocked, loading = false }) => (
        <Button
          key={key}
          kind={kind}
          size="medium"
          onClick={onDecide}
          disabled={disabled || blocked !== undefined}
          loading={loading}
          {...(blocked === undefined ? {} : { 'aria-describedby': id })}
        >
          <span className="whitespace-nowrap">{label}</span>
          <kbd className="rounded-[5px] border border-current/40 px-1.5 font-medium font-sans text-12">
            {key.toUpperCase()}
          </kbd>
        </Button>
      ))}
      {reasons.length > 0 && (
        <span id={id} className="text-12 text-warnink">
          {reasons.join(' · ')}
        </span>
      )}
      {children}
    </div>
  )
}

/** The two keys of every queue, shown at the foot of an empty or read-only case. */
export function MoveHint({ next, previous }: { readonly next: string; readonly previous: string }) {
  return (
    <p className="mt-auto flex items-center gap-1.5 text-second">
      {next} <KeyHint>J</KeyHint> {previous} <KeyHint>K</KeyHint>
    </p>
  )
}
