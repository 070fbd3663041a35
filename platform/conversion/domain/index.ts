export * from './conversion-sums.ts'
export * from './conversion-transfers.ts'
