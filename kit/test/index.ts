export { type FakeClock, fakeClock } from '@bolsillo/kernel/test'
export * from './room-migrations.ts'
export * from './test-database.ts'
export * from './test-services.ts'
