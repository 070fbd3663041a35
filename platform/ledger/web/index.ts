import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

export { assetDecimals, assetName, entryTitle, lineTitle, ownerName, purseName } from './entry-words.ts'
export { EntryChecks, JournalChecks, type JournalFinding, JournalHeadCard } from './journal/index.ts'

/** The pages of the ledger. */
export const pages: readonly Page<ComponentType>[] = [
  definePage({
    path: '/pages/user/assets',
    titleKey: 'ledger.assets.title',
    guard: 'customer',
    frame: 'tab',
    load: () => import('./assets-page.tsx'),
  }),
]
