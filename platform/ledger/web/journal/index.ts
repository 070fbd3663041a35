export { EntryChecks } from './entry-checks.tsx'
export { JournalChecks, type JournalChecksProps, type JournalFinding } from './journal-checks.tsx'
export { JournalHeadCard } from './journal-head-card.tsx'
