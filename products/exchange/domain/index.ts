export * from './exchange-settings.ts'
export * from './inverse-rate.ts'
export * from './transfer-rules.ts'
export * from './transfer-transfers.ts'
