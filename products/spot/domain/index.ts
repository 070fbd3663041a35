export * from './coin-sums.ts'
export * from './fee-tiers.ts'
export * from './ticket.ts'
