export * from './app-settings.ts'
export * from './operations-settings.ts'
export * from './setting.ts'
export * from './setting-text.ts'
