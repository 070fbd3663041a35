import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../keys/use-keys.ts'
import { Button, type ButtonKind } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Note } from '../parts/marks.tsx'
import { useUi } from '../ui-context.tsx'

interface ActCardProps {
  readonly title: string
  /** What will happen, and who reads it. */
  readonly note: ReactNode
  readonly submit: string
  /** Defaults to `primary`. */
  readonly kind?: ButtonKind
  /** All required input is present. */
  readonly ready: boolean
  readonly pending: boolean
  /** Why the last try was refused. */
  readonly problem?: string | undefined
  readonly onSubmit: () => void
  readonly onCancel: () => void
  readonly children?: ReactNode
}

const queueKeys = ['j', 'k', 'ArrowDown', 'ArrowUp'] as const

/** The keys while an act is filled in. It would be gone with the case: those of the queue wait until it is sent or cancelled. */
function useActKeys(onCancel: () => void): void {
  const { words } = useUi()
  useKeys([
    ...queueKeys.map((key) => ({
      ...{ key, label: key === 'j' || key === 'ArrowDown' ? words.nextCase : words.previousCase },
      blocked: words.finishFirst,
      run: () => undefined,
    })),
    { key: 'Escape', label: words.cancel, run: onCancel },
  ])
}

/** An act on the open case, with its input. The first field has the focus; Escape closes it. */
export function ActCard(props: ActCardProps) {
  const { words } = useUi()
  const form = useRef<HTMLFormElement>(null)
  useActKeys(props.onCancel)
  useEffect(() => form.current?.querySelector<HTMLElement>('input,select')?.focus(), [])
  return (
    <Card>
      <form
        ref={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (props.ready && !props.pending) props.onSubmit()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          props.onCancel()
        }}
      >
        <h3 className="text-14">{props.title}</h3>
        <p className="mb-3 text-second">{props.note}</p>
        <div className="grid max-w-[560px] gap-3">{props.children}</div>
        {props.problem !== undefined && (
          <Note tone="bad" className="mt-3">
            {props.problem}
          </Note>
        )}
        <div className="mt-4 flex gap-3">
          <Button
            type="submit"
            kind={props.kind ?? 'primary'}
            size="medium"
            disabled={!props.ready}
            loading={props.pending}
          >
            {props.submit}
          </Button>
          <Button kind="ghost" size="medium" onClick={props.onCancel}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface ReasonsProps<Code extends string> {
  readonly label: string
  /** For screen readers only, where a title above says it. */
  readonly labelHidden?: boolean | undefined
  readonly codes: readonly Code[]
  readonly value: Code | undefined
  readonly onChange: (code: Code) => void
  readonly wordOf: (code: Code) => string
}

/** One reason of a closed list. */
export function Reasons<Code extends string>(props: ReasonsProps<Code>) {
  const { label, labelHidden = false, codes, value, onChange, wordOf } = props
  return (
    <fieldset className="grid gap-2">
      <legend className={labelHidden ? 'sr-only' : 'mb-1 text-12 text-second'}>{label}</legend>
      {codes.map((code) => (
        <label key={code} className="flex items-center gap-2">
          <input type="radio" name={label} checked={value === code} onChange={() => onChange(code)} />
          {wordOf(code)}
        </label>
      ))}
    </fieldset>
  )
}

interface ReasonCardProps<Code extends string> extends Omit<ActCardProps, 'ready' | 'onSubmit'> {
  readonly label: string
  readonly labelHidden?: boolean
  readonly codes: readonly Code[]
  readonly wordOf: (code: Code) => string
  /** False while a field above the reasons is not filled in. */
  readonly ready?: boolean
  readonly onSubmit: (reason: Code) => void
}

/** An act that needs a reason of a closed list, below its other fields. */
export function ReasonCard<Code extends string>(props: ReasonCardProps<Code>) {
  const { label, labelHidden, codes, wordOf, ready = true, onSubmit, children, ...card } = props
  const [reason, setReason] = useState<Code>()
  return (
    <ActCard {...card} ready={ready && reason !== undefined} onSubmit={() => reason !== undefined && onSubmit(reason)}>
      {children}
      <Reasons {...{ label, labelHidden, codes, wordOf }} value={reason} onChange={setReason} />
    </ActCard>
  )
}
