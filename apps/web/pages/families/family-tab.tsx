import { Segmented, SkeletonCard, SkeletonRows, TabFrame } from '@bolsillo/ui'
import { type Teller, titled, useWords } from '@bolsillo/web-kit'
import { Suspense } from 'react'
import type { Messages } from '../../words/es-ES.ts'
import { everything, families, type familyPages, useFamily } from './families.ts'

interface FamilyTabProps {
  /** By the family's key, in their order; `everything` among them where the tab has a page of all. */
  readonly pages: ReturnType<typeof familyPages>
  readonly word: 'tabs.markets' | 'tabs.trade' | 'tabs.positions'
  /** The key it begins with; left out: the family looked at last. */
  readonly begin?: string
}

/** One tab for all families of products: which one is chosen above, the family's own page below. */
export function FamilyTab({ pages, word, begin }: FamilyTabProps) {
  const t = useWords<Messages>('core')
  const keys = [...pages.keys()]
  const [family, choose] = useFamily(keys, begin)
  const Page = pages.get(family)
  const choice = keys.length > 1 && (
    <Segmented
      label={t('families.label')}
      value={family}
      onChange={choose}
      choices={keys.map((key) => ({ value: key, label: labelOf(t, key) }))}
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

function labelOf(t: Teller<Messages>, key: string): string {
  if (key === everything) return t('families.all')
  const family = families.find((one) => one.key === key)
  return family === undefined ? key : titled(family.titleKey)
}
