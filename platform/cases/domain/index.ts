export * from './transitions.ts'
