export * from './approval-rules.ts'
export * from './payload.ts'
