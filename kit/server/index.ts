export * from './database/connect.ts'
export * from './database/embedded-server.ts'
export * from './database/migrate.ts'
export * from './room.ts'
