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
export { type Verdict, type VerifyOptions, verifyChain, verifyLedger } from './verify-ledger.ts'
export { readWitness, type WitnessReading } from './verify-witness.ts'
export { createWitness, type Witness } from './witness.ts'
