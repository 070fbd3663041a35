/** Withdrawals over a real ledger, approvals and payments, with a rail in memory: for the checks of other rooms' books. */
export * from './server/testing/withdrawals-stand.ts'
