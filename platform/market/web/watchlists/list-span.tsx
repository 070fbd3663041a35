import { useWords } from '@bolsillo/web-kit'
import type { Quote } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { ChangeSpan } from '../change-span.tsx'
import { GeneratedInList, type MarkedRow } from '../generated-mark.tsx'

/** Says above a list of several products what its changes count from: in one sentence where that differs by product. */
export function ListSpan({
  rows,
}: {
  readonly rows: ReadonlyArray<MarkedRow & { readonly quote?: Quote | undefined }>
}) {
  const t = useWords<Messages>('market')
  const spans = new Set(rows.flatMap(({ quote }) => quote?.span ?? []))
  const [only] = spans
  if (only === undefined) return null
  if (spans.size === 1) return <ChangeSpan of={only} rows={rows} />
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
      <GeneratedInList rows={rows} />
      <p className="ml-auto pt-1 text-right text-12 text-second">{t('spans.mixed')}</p>
    </div>
  )
}
