export { type AskOne, askTogether } from './ask-together.ts'
export { tuneCollector } from './collector.ts'
export { type Cause, commitChangedTables, everyone, nameCause } from './database/cause-store.ts'
export * from './database/connect.ts'
export { type CopiedDatabase, copyIn, copyOut } from './database/copy-rows.ts'
export { PostgresError } from './database/driver.ts'
export * from './database/embedded-server.ts'
export { type Deviation, deviationsOf, lineOf as deviationLine } from './database/guards.ts'
export { type Guards, readGuards, readGuardsIn } from './database/guards-store.ts'
export * from './database/migrate.ts'
export { isConnectionLost, type OutageWatch, watchOutages } from './database/outage-watch.ts'
export { serverUser } from './database/postgres-program.ts'
export * as column from './database/record.ts'
export { type Column, type Records, type Row, records } from './database/record.ts'
export {
  appRole,
  connectAsServer,
  dropDatabase,
  keptPasswords,
  ledgerRole,
  type Passwords,
  passwordsInMemory,
  type RoleNames,
  roleNamesOf,
  runtimeAddress,
  runtimeLogin,
} from './database/roles.ts'
export { defineRoom, type RoomMaker } from './define-room.ts'
export { housekeeping } from './jobs/housekeeping.ts'
export { createJobRunner, type JobRunner } from './jobs/job-runner.ts'
export { type Repeating, repeat } from './jobs/repeat.ts'
export { loopUsage } from './loop-usage.ts'
export { fillWords, type NoticeValues, type WrittenNotice, writeNotice } from './messages/notices.ts'
export { answerWithinMs } from './mount/answer-in-time.ts'
export { answerNotFound } from './mount/answer-not-found.ts'
export { contractProblems } from './mount/contract-problems.ts'
export { type ConnectionLimits, usualConnections } from './mount/edge/connections.ts'
export { consoleCookieName } from './mount/edge/console-cookie.ts'
export { createHostList, type HostList, readHostName } from './mount/edge/hosts.ts'
export {
  addSecurityHeaders,
  type PagePolicy,
  serviceWorkerPolicy,
  wholePagePolicy,
} from './mount/edge/security-headers.ts'
export { findUsedKeys, type IdempotencyRecord, saveIdempotencyRecords } from './mount/idempotency-store.ts'
export {
  type Admission,
  type AdmissionLimits,
  type AdmissionLines,
  createAdmission,
  createAdmissionLines,
  createFixedAdmission,
  deskAdmission,
} from './mount/load/admission.ts'
export { networkOf } from './mount/load/rate-limit.ts'
export { type MountOptions, mountRooms } from './mount/mount.ts'
export { openApiOf } from './mount/openapi.ts'
export { createWebServer, type EdgeOptions } from './mount/web-server.ts'
export { nextTurn } from './next-turn.ts'
export { createDispatcher, type Dispatcher } from './outbox/dispatcher.ts'
export { appendOutbox } from './outbox/outbox-store.ts'
export * from './ports.ts'
export * from './room.ts'
export { createSealer, randomBytes, type Sealer } from './sealer.ts'
export type * from './staff-work.ts'
export { type DialedEvents, type DialedSocket, dialSocket } from './stream/dial-socket.ts'
export { createOutbound, type Outbound, type OutboundMaker } from './stream/outbound.ts'
export { createStream, type Stream, type StreamStats, streamCloseCodes, streamPath } from './stream/stream.ts'
export { pause, systemTimers, type Timers } from './timers.ts'
export { type Answers, type ContextOf, handlersOf, type UseCase, useCase, useCasesOf } from './use-case.ts'
