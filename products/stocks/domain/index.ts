export * from './change.ts'
export * from './income.ts'
export * from './portfolio-value.ts'
export * from './ticket.ts'
