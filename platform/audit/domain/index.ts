export * from './audit-record.ts'
export * from './own-log.ts'
