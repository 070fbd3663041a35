import { Segmented, SkeletonCard, SkeletonRows, TabFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { Suspense } from 'react'
import type { Messages } from '../../words/es-ES.ts'
import { type FamilyKey, type familyPages, shownFamilies, useFamily } from './families.ts'

interface FamilyTabProps {
  readonly pages: ReturnType<typeof familyPages>
  readonly word: 'tabs.markets' | 'tabs.trade' | 'tabs.positions'
}

/** One tab for all families of products: which one is chosen above, the family's own page below. */
export function FamilyTab({ pages, word }: FamilyTabProps) {
  const t = useWords<Messages>('core')
  const [family, choose] = useFamily()
  const Page = pages.get(family)
  const families = shownFamilies.length > 1 && (
    <Segmented<FamilyKey>
      label={t('families.label')}
      value={family}
      onChange={choose}
      choices={shownFamilies.map((value) => ({ value, label: t(`families.${value}`) }))}
    />
  )
  const waiting = (
    <TabFrame title={t(word)}>
      {families}
      <SkeletonCard lines={4} />
      <SkeletonRows rows={6} />
    </TabFrame>
  )
  if (Page === undefined) return waiting
  return (
    <Suspense fallback={waiting}>
      <Page title={t(word)} families={families} />
    </Suspense>
  )
}
