export * from './audit-record.ts'
