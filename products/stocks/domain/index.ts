export * from './change.ts'
export * from './income.ts'
export * from './ticket.ts'
