export { listAudit } from '../operator-contract.ts'

/** The journal as staff read it, lazy: the shell of apps/console gives it its place. */
export const loadJournalPage = () => import('./journal-page.tsx')
