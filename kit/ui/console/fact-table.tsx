import type { ReactNode } from 'react'
import type { FactProps } from '../parts/marks.tsx'

/** The facts of a case: label and value per line, aligned left. */
export function FactTable({ facts }: { readonly facts: readonly FactProps[] }) {
  return (
    <dl className="grid grid-cols-[150px_minmax(0,1fr)] gap-x-2.5 gap-y-2 max-[479px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {facts.map((fact, index) => (
        <div key={index} className="contents">
          <dt className="text-second">{fact.label}</dt>
          <dd className="break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A row of a queue: title and age, note and figure. */
export function QueueRow(props: {
  readonly title: ReactNode
  readonly age: ReactNode
  readonly note: ReactNode
  readonly figure?: ReactNode
}) {
  return (
    <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5">
      <b className="truncate">{props.title}</b>
      <span className="text-right text-12 text-second">{props.age}</span>
      <span className="truncate text-12 text-second">{props.note}</span>
      <span className="text-right text-12 text-second">{props.figure}</span>
    </span>
  )
}
