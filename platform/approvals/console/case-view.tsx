import type { OperatorRole } from '@bolsillo/contract'
import { SkeletonCard } from '@bolsillo/ui'
import { type CaseViewProps, useMay } from '@bolsillo/web-kit'
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import type { ApprovalRow } from '../contract/operator.ts'
import { useOwnWords } from './words.ts'

/** The views of cases that the rooms of this console have, by what the ids of the cases begin with. */
export type CaseViews = ReadonlyMap<
  string,
  { readonly roles: readonly OperatorRole[]; readonly View: ComponentType<CaseViewProps> }
>

// The rooms whose cases are proposed about know this one; it knows none of them. The console brings them together.
const Views = createContext<CaseViews>(new Map())
export const CaseViewsProvider = Views.Provider

/** The view of the case a proposal is about, for whoever decides it; undefined where no room has one for them. */
export function useCaseView({ subject, decidable }: ApprovalRow): ComponentType<CaseViewProps> | undefined {
  const found = useContext(Views).get(subject.slice(0, subject.indexOf('_')))
  const may = useMay({ roles: found?.roles ?? [] })
  return decidable && may ? found?.View : undefined
}

/** The case itself, with its evidence, below what was proposed about it. */
export function CaseShown({ View, ...view }: CaseViewProps & { readonly View: ComponentType<CaseViewProps> }) {
  const t = useOwnWords()
  return (
    <section aria-label={t('console.theCase')} className="flex flex-col gap-3.5">
      <h3 className="text-15">{t('console.theCase')}</h3>
      <Suspense fallback={<SkeletonCard lines={6} />}>
        <View {...view} />
      </Suspense>
    </section>
  )
}
