export * from './fee-tiers.ts'
