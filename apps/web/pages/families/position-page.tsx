import { familyPages } from './families.ts'
import { FamilyTab } from './family-tab.tsx'

const pages = familyPages('position')

/** The tab `position`, of the family that is chosen. */
export default function PositionPage() {
  return <FamilyTab pages={pages} word="tabs.positions" />
}
