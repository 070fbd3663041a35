export * from './account.ts'
export * from './chain.ts'
export * from './chart-of-accounts.ts'
export * from './journal-entry.ts'
