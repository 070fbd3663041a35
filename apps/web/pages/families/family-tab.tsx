import { Segmented, SkeletonCard, SkeletonRows, TabFrame } from '@bolsillo/ui'
import { titled, useWords } from '@bolsillo/web-kit'
import { Suspense } from 'react'
import type { Messages } from '../../words/es-ES.ts'
import { families, type familyPages, useFamily } from './families.ts'

interface FamilyTabProps {
  readonly pages: ReturnType<typeof familyPages>
  readonly word: 'tabs.markets' | 'tabs.trade' | 'tabs.positions'
}

/** One tab for all families of products: which one is chosen above, the family's own page below. */
export function FamilyTab({ pages, word }: FamilyTabProps) {
  const t = useWords<Messages>('core')
  const [family, choose] = useFamily()
  const Page = pages.get(family)
  const choice = families.length > 1 && (
    <Segmented
      label={t('families.label')}
      value={family}
      onChange={choose}
      choices={families.map(({ key, titleKey }) => ({ value: key, label: titled(titleKey) }))}
    />
  )
  const waiting = (
    <TabFrame title={t(word)}>
      {choice}
      <SkeletonCard lines={4} />
      <SkeletonRows rows={6} />
    </TabFrame>
  )
  if (Page === undefined) return waiting
  return (
    <Suspense fallback={waiting}>
      <Page title={t(word)} families={choice} />
    </Suspense>
  )
}
