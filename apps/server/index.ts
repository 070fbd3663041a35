export { type Composition, composeRooms } from './compose-rooms.ts'
export { type Config, readConfig, StartRefused } from './config.ts'
export { lockHolder } from './data-folder.ts'
export { type RunningServer, startServer } from './start-server.ts'
