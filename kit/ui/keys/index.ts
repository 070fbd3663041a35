export * from './key-hint.tsx'
export * from './use-keys.ts'
