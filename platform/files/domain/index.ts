export * from './file-rules.ts'
export * from './file-settings.ts'
export * from './watermark.ts'
