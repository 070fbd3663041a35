export { createLedger } from './create-ledger.ts'
export type { AccountLine, CustomerBalance, Hold, Ledger, PageOfAccount, PostOutcome } from './ledger.ts'
export { balanceChangedTopic } from './post-entries.ts'
