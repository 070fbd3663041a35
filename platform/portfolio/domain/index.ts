export * from './costs.ts'
export * from './history.ts'
export * from './prices.ts'
export * from './result.ts'
