import { Card, Note, SelectField } from '@bolsillo/ui'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { reasonWord, useOwnWords } from './words.ts'

/** The reason of a proposal, from its closed list. */
export function ReasonField(props: {
  readonly reasons: readonly string[]
  readonly value: string
  readonly onChange: (reason: string) => void
}) {
  const t = useOwnWords()
  return (
    <SelectField
      label={t('console.reason')}
      value={props.value}
      onChange={props.onChange}
      choices={props.reasons.map((code) => ({ value: code, label: reasonWord('approvals.', code) }))}
    />
  )
}

/** A form that proposes: fields, what went wrong. */
export function ProposeCard(props: {
  readonly title: string
  readonly problem: string | undefined
  readonly children: ReactNode
}) {
  return (
    <Card>
      <h3 className="mb-3 text-15">{props.title}</h3>
      <div className="flex max-w-[460px] flex-col gap-3">
        {props.children}
        {props.problem !== undefined && (
          <div role="alert">
            <Note icon={CircleAlert} tone="bad">
              {props.problem}
            </Note>
          </div>
        )}
      </div>
    </Card>
  )
}
