import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

export { assetDecimals, assetName, entryTitle, lineTitle, ownerName, purseName } from './entry-words.ts'
export { EntryChecks, JournalChecks, type JournalFinding, JournalHeadCard, useFork } from './journal/index.ts'

/** Follows the newest signed head: asked for when the phone has nothing better to do, so that it delays nothing. */
export const loadHeadWatch = () => import('./journal/head-watch.ts')

/** Follows acts of the audit to signed heads. */
export const loadActFollowing = () => import('./journal/follow-acts.ts')

/** What tells of a fork over any page: `lazy(loadForkSheet)`. */
export const loadForkSheet = () => import('./journal/fork-sheet.tsx')

/** The pages of the ledger. */
export const pages: readonly Page<ComponentType>[] = [
  definePage({
    path: '/pages/user/assets',
    titleKey: 'ledger.assets.title',
    guard: 'customer',
    frame: 'tab',
    load: () => import('./assets-page.tsx'),
  }),
  definePage({
    path: '/pages/common/journal',
    titleKey: 'ledger.journal.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./journal-page.tsx'),
  }),
  definePage({
    path: '/pages/common/books',
    titleKey: 'ledger.books.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./books-page.tsx'),
  }),
]
