export * from './attempt-rules.ts'
export * from './code-rules.ts'
export * from './factor-rules.ts'
export * from './pin-rules.ts'
