import { familyPages } from './families.ts'
import { FamilyTab } from './family-tab.tsx'

const pages = familyPages('markets')

/** The tab `markets`, of the family that is chosen. */
export default function MarketsPage() {
  return <FamilyTab pages={pages} word="tabs.markets" />
}
