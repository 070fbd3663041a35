export { askWitness, type PostCheckpoint } from './ask-witness.ts'
export { type Cosigning, createCosigning, logKeyOf } from './cosigning.ts'
export { createLedger } from './create-ledger.ts'
export { type LockedCustody, lockCustody, readCustody } from './custody.ts'
export type { LedgerDeps } from './deps.ts'
export { appendDurably, openLines, readInParts } from './durable-lines.ts'
export { writeHashedEntries } from './hashed-entries.ts'
export {
  type AccountSpan,
  createLedgerHistory,
  type LedgerHistory,
  type Movement,
  type MovementFilter,
} from './history.ts'
export type { HoldOpening, MovementPlace } from './history-store.ts'
export { findHeads } from './journal-store.ts'
export { auditPath, consistencyPath, growTree, treeRoot } from './journal-tree.ts'
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
export {
  type BalancesAtHead,
  type CustomerTotal,
  findOwedAt,
  type OtherTotal,
  withBalancesAtHead,
} from './liability-store.ts'
export { balanceChangedTopic } from './post-entries.ts'
export { insertPracticeGrant } from './practice-store.ts'
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
export { sealActs } from './seal-acts.ts'
export { createSigner, isSignedByKey, isSignedWith, type Signer } from './signing.ts'
export { type Verdict, type VerifyOptions, verifyChain, verifyLedger } from './verify-ledger.ts'
export { readWitness, type WitnessReading } from './verify-witness.ts'
export { createWitness, type Witness } from './witness.ts'
export { readWitnessAddresses, type WitnessAddress } from './witness-addresses.ts'
