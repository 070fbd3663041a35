import { familyPages } from './families.ts'
import { FamilyTab } from './family-tab.tsx'

const pages = familyPages('trade')

/** The tab `trade`, of the family that is chosen. */
export default function TradePage() {
  return <FamilyTab pages={pages} word="tabs.trade" />
}
