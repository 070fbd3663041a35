import type { FamilyTabProps } from '@bolsillo/web-kit'
import { type ComponentType, lazy } from 'react'
import { everything, familyPages } from './families.ts'
import { FamilyTab } from './family-tab.tsx'

const pages: ReturnType<typeof familyPages> = new Map([
  [everything, lazy<ComponentType<FamilyTabProps>>(() => import('./everything.tsx'))],
  ...familyPages('position'),
])

/** The tab `position`: everything that is owned, or what is owned of one family. */
export default function PositionPage() {
  return <FamilyTab pages={pages} word="tabs.positions" begin={everything} />
}
