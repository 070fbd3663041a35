export * from './quiet-hours.ts'
export * from './topics.ts'
