export * from './key-hint.tsx'
export { keyCap } from './pressed-key.ts'
export * from './use-keys.ts'
