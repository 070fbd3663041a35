export * from './fee-tiers.ts'
export * from './ticket.ts'
