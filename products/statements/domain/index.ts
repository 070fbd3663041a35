export * from './happenings.ts'
export * from './movement-parts.ts'
export * from './period.ts'
export * from './statement.ts'
