export * from './movement-parts.ts'
export * from './number-text.ts'
export * from './period.ts'
export * from './statement.ts'
