import { handlersOf, type Job, nameCause, type Room, transaction, type UseCase } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { ApprovalsRegistry, PersonalDataViews } from './approvals.ts'
import { findOpenAbout, findOverdue, lockApproval } from './approvals-store.ts'
import {
  type ApprovalsDeps,
  type ApprovalsOptions,
  createDeclarations,
  type Declarations,
  type DeskDeps,
} from './declarations.ts'
import { alarmQueue, approvalCases, lookKind, proposeLook } from './looks.ts'
import { findCustomer, listRestricted, proposeFreeing, proposeRestriction } from './operator/customers.ts'
import { decideApproval, withdrawApproval } from './operator/decide-approval.ts'
import { listApprovals, readApproval } from './operator/read-approvals.ts'
import {
  listPauses,
  listSettingHistory,
  listSettings,
  proposePause,
  proposeResume,
  proposeSetting,
} from './operator/settings-calls.ts'
import {
  listStaff,
  proposeInvitation,
  proposeRoles,
  proposeStaffEnd,
  sendInvitation,
  typeStaffNumber,
} from './operator/staff.ts'
import { listWork } from './operator/work.ts'
import { createPersonalDataViews } from './personal-data-views.ts'
import { close, createPropose } from './propose.ts'
import { endRestrictionsJob, restrictionKinds } from './restrictions.ts'
import { settingsKinds } from './settings-kinds.ts'
import { staffKinds } from './staff-kinds.ts'
import { listPowers, readPowers } from './staff-powers.ts'

const useCases: readonly UseCase<ApprovalsDeps>[] = [
  ...[listApprovals, readApproval, decideApproval, withdrawApproval, listWork],
]

/** The staff's own acts: restricting customers, changing settings, pausing. */
const deskUseCases: readonly UseCase<DeskDeps>[] = [
  ...[findCustomer, listRestricted, proposeLook, proposeRestriction, proposeFreeing],
  ...[listSettings, listSettingHistory, proposeSetting],
  ...[listPauses, proposePause, proposeResume],
  ...[listStaff, proposeInvitation, proposeRoles, proposeStaffEnd],
  ...[sendInvitation, typeStaffNumber, listPowers],
]

/** What the room gives others. */
export interface ApprovalsRoom {
  readonly room: Room
  readonly approvals: ApprovalsRegistry
  readonly views: PersonalDataViews
}

/** Makes the room. Kinds are declared once all rooms are made, before anything starts. */
export function createApprovals(options: ApprovalsOptions): ApprovalsRoom {
  const { services, desk, audit } = options
  const declared = createDeclarations(options)
  const views = createPersonalDataViews(declared)
  const approvals: ApprovalsRegistry = {
    declare: declared.declare,
    declareQueues: declared.declareQueues,
    declareCases: declared.declareCases,
    kinds: () => [...declared.kinds.values()],
    propose: createPropose(declared),
    openAbout: async (db, kind, subject) => {
      const found = await findOpenAbout(db, kind, subject)
      if (found === undefined || services.clock.now() > found.expiresAt) return undefined
      return { approvalId: found.id, maker: found.maker, payload: found.payload, payloadHash: found.payloadHash }
    },
  }
  declared.declareCases([approvalCases])
  declared.declareQueues([alarmQueue])
  if (desk !== undefined) {
    declared.declare([
      lookKind(desk),
      ...restrictionKinds({ ...desk, audit }),
      ...settingsKinds(desk.settings),
      ...staffKinds(desk),
    ])
  }
  const deps: ApprovalsDeps = { ...declared, views, propose: approvals.propose }
  const deskDeps: DeskDeps | undefined = desk === undefined ? undefined : { ...deps, ...desk }
  const room: Room = {
    name: 'approvals',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: deskDeps === undefined ? [] : handlersOf([readPowers], deskDeps),
    operatorHandlers: [
      ...handlersOf(useCases, deps),
      ...(deskDeps === undefined ? [] : handlersOf(deskUseCases, deskDeps)),
    ],
    jobs: [expireJob(declared), ...(desk === undefined ? [] : [endRestrictionsJob({ ...desk, audit })])],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  return { room, approvals, views }
}

const expiredPerRun = 200

/** Closes proposals nobody decided in time, so that the log records them as expired and they can be made again. */
function expireJob(declared: Declarations): Job {
  return {
    name: 'expire-approvals',
    everyMs: 60_000,
    run: async ({ sql, clock }) => {
      const now = clock.now()
      for (const id of await findOverdue(sql, now, expiredPerRun)) {
        await transaction(sql, async (tx) => {
          await nameCause(tx, { cause: 'job:expire-approvals' })
          const approval = await lockApproval(tx, id)
          if (approval?.state === 'open')
            await close(declared, tx, approval, { outcome: 'expired', by: 'approvals', now })
        })
      }
    },
  }
}
