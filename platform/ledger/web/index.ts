export { assetDecimals, assetName, entryTitle, lineTitle, ownerName, purseName } from './entry-words.ts'
export {
  EntryChecks,
  hasCheckedReceipt,
  JournalChecks,
  type JournalFinding,
  JournalHeadCard,
  useFork,
} from './journal/index.ts'

/** Follows the newest signed head: asked for when the phone has nothing better to do, so that it delays nothing. */
export const loadHeadWatch = () => import('./journal/head-watch.ts')

/** Follows acts of the audit to signed heads. */
export const loadActFollowing = () => import('./journal/follow-acts.ts')

/** The sheet that reports a fork over any page: `lazy(loadForkSheet)`. */
export const loadForkSheet = () => import('./journal/fork-sheet.tsx')
