/** Contracts over a real ledger and desk, with an index a test sets: for the checks of other rooms' books. */

export { payFunding } from './server/funding.ts'
export * from './server/testing/contracts-stand.ts'
