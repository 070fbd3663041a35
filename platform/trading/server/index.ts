export * from './trading.ts'
