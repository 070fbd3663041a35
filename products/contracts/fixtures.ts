/** Contracts over a real ledger and desk, with an index a test sets: for the checks of other rooms' books. */

export { payFunding } from './server/funding/funding.ts'
export { fillInsuranceFund } from './server/funding/insurance-pool.ts'
export * from './server/testing/contracts-stand.ts'
