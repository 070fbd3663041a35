import { useWords } from '@bolsillo/web-kit'
import type { Quote } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { GeneratedInList, type MarkedRow } from './generated-mark.tsx'

/** Says above a list since when the changes in it count, and whether any of its rows holds something generated. */
export function ChangeSpan({
  of,
  rows,
}: {
  readonly of: Quote['span']
  readonly rows: readonly MarkedRow[] | undefined
}) {
  const t = useWords<Messages>('market')
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
      <GeneratedInList rows={rows} />
      <p className="ml-auto pt-1 text-right text-12 text-second">{t(`spans.${of}`)}</p>
    </div>
  )
}
