export { EntryChecks } from './entry-checks.tsx'
export { useFork } from './fork-found.ts'
export { JournalChecks, type JournalChecksProps, type JournalFinding } from './journal-checks.tsx'
export { JournalHeadCard } from './journal-head-card.tsx'
