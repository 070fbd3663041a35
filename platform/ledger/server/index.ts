export { type LockedCustody, lockCustody, readCustody } from './books/custody.ts'
export {
  type AccountSpan,
  createLedgerHistory,
  type LedgerHistory,
  type Movement,
  type MovementFilter,
} from './books/history.ts'
export type { HoldOpening, MovementPlace } from './books/history-store.ts'
export {
  type BalancesAtHead,
  type CustomerTotal,
  findOwedAt,
  type OtherTotal,
  withBalancesAtHead,
} from './books/liability-store.ts'
export { createLedger } from './create-ledger.ts'
export type { LedgerDeps } from './deps.ts'
export { writeHashedEntries } from './journal/hashed-entries.ts'
export { findHeads } from './journal/journal-store.ts'
export { auditPath, consistencyPath, growTree, treeRoot } from './journal/journal-tree.ts'
export { sealActs } from './journal/seal-acts.ts'
export type {
  AccountLine,
  ChainedEntry,
  CustomerBalance,
  CustomerPosting,
  Hold,
  Ledger,
  PageOfAccount,
  PostOptions,
  PostOutcome,
} from './ledger.ts'
export { createLedgerRoom } from './ledger-room.ts'
export { balanceChangedTopic } from './post-entries.ts'
export { insertPracticeGrant } from './practice/practice-store.ts'
export { auditRows } from './rows/audit-rows.ts'
export { type Difference, writeDifference } from './rows/differences.ts'
export { checkRows, type Rebuilt, type RowsReport, rebuildRows } from './rows/rebuild-rows.ts'
export {
  type Cell,
  type DerivedTable,
  type FoldFault,
  type FollowedAct,
  type PutRow,
  putAll,
  type RowMaker,
  type RowSource,
  type RowTaker,
} from './rows/row-source.ts'
export { type Verdict, type VerifyOptions, verifyChain, verifyLedger } from './verify/verify-ledger.ts'
export { askWitness, type PostCheckpoint } from './witness/ask-witness.ts'
export { type Cosigning, createCosigning, logKeyOf } from './witness/cosigning.ts'
export { appendDurably, openLines, readInParts } from './witness/durable-lines.ts'
export { createSigner, isSignedByKey, isSignedWith, type Signer } from './witness/signing.ts'
export { readWitness, type WitnessReading } from './witness/verify-witness.ts'
export { createWitness, type Witness } from './witness/witness.ts'
export { readWitnessAddresses, type WitnessAddress } from './witness/witness-addresses.ts'
