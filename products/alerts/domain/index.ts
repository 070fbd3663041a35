export * from './alert-kinds.ts'
export * from './fact-kinds.ts'
export * from './level-index.ts'
export * from './settings.ts'
