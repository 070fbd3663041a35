export * from './compose.ts'
export * from './documents.ts'
export * from './firm.ts'
