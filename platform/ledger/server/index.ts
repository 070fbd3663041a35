export type { AccountLine, CustomerBalance, Hold, Ledger, PageOfAccount, PostOutcome } from './ledger.ts'
