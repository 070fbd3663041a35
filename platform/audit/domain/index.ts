export * from './audit-record.ts'
export * from './detail-names.ts'
export * from './own-log.ts'
