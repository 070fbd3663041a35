export * from './approval-rules.ts'
export * from './payload.ts'
export * from './restriction-rules.ts'
export * from './settings-rules.ts'
