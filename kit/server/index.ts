export * from './room.ts'
