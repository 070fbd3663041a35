export { createLedger } from './create-ledger.ts'
export type {
  AccountLine,
  ChainedEntry,
  CustomerBalance,
  CustomerPosting,
  Hold,
  Ledger,
  PageOfAccount,
  PostOutcome,
} from './ledger.ts'
export { createLedgerRoom } from './ledger-room.ts'
export type { LedgerRoomPorts } from './ports.ts'
export { balanceChangedTopic } from './post-entries.ts'
export { type Verdict, verifyChain, verifyLedger } from './verify-ledger.ts'
