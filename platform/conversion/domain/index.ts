export * from './conversion-sums.ts'
export * from './conversion-transfers.ts'
export * from './cross-rate.ts'
