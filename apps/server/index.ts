export { type ChosenMarket, liveMarket } from './choose-market.ts'
export { composeRooms, declared } from './compose-rooms.ts'
export type { ComposedParts, Composition, OtherParts } from './composition.ts'
export { type Config, readConfig, StartRefused } from './config.ts'
export {
  checkDataFolder,
  closeDataFolder,
  lockHolder,
  readSecret,
  restoreMark,
  secretFor,
  takeDataFolder,
} from './data-folder.ts'
export { checkRestoreTarget } from './database.ts'
export { expectedGuards, findDeviations } from './guards.ts'
export { removeEverything } from './installation-store.ts'
export { createLog } from './log.ts'
export { mountOperations } from './operations.ts'
export { cryptographicRng, type RunningServer, startServer } from './start-server.ts'
