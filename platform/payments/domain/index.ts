export * from './rail.ts'
