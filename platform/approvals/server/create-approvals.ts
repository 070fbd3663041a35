import {
  type Handler,
  type Job,
  nameCause,
  onCommand,
  onRead,
  onWrite,
  type Room,
  transaction,
} from '@bolsillo/server-kit'
import { readStaffPowers } from '../contract.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import * as calls from '../operator-contract.ts'
import type { ApprovalsRegistry, PersonalDataViews } from './approvals.ts'
import { findOpenAbout, findOverdue, lockApproval } from './approvals-store.ts'
import { type ApprovalsOptions, createDeclarations, type Declarations, type Desk } from './declarations.ts'
import { alarmQueue, approvalCases, lookKind, proposeLookUseCase } from './looks.ts'
import {
  findCustomerUseCase,
  listRestrictedUseCase,
  proposeFreeingUseCase,
  proposeRestrictionUseCase,
} from './operator/customers.ts'
import { decideApprovalUseCase } from './operator/decide-approval.ts'
import { listApprovalsUseCase, readApprovalUseCase } from './operator/read-approvals.ts'
import * as settingsCalls from './operator/settings-calls.ts'
import {
  listStaffUseCase,
  proposeInvitationUseCase,
  proposeRolesUseCase,
  proposeStaffEndUseCase,
  sendInvitationUseCase,
  typeStaffNumberUseCase,
} from './operator/staff.ts'
import { withdrawApprovalUseCase } from './operator/withdraw-approval.ts'
import { listWorkUseCase } from './operator/work.ts'
import { createPersonalDataViews } from './personal-data-views.ts'
import { close, proposeUseCase } from './propose.ts'
import { endRestrictionsJob, restrictionKinds } from './restrictions.ts'
import { settingsKinds } from './settings-kinds.ts'
import { staffKinds } from './staff-kinds.ts'
import { staffPowersUseCase } from './staff-powers.ts'

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
    propose: proposeUseCase(declared),
    openAbout: async (db, kind, subject) => {
      const found = await findOpenAbout(db, kind, subject)
      if (found === undefined || services.clock.now() > found.expiresAt) return undefined
      return { approvalId: found.id, maker: found.maker, payloadHash: found.payloadHash }
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
  const room: Room = {
    name: 'approvals',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: desk === undefined ? [] : [onRead(readStaffPowers, staffPowersUseCase(declared, desk))],
    operatorHandlers: [
      onRead(calls.listApprovals, listApprovalsUseCase(declared)),
      onRead(calls.readApproval, readApprovalUseCase(declared, views)),
      // A command: a second factor is checked before any transaction opens.
      onCommand(calls.decideApproval, decideApprovalUseCase(declared)),
      onWrite(calls.withdrawApproval, withdrawApprovalUseCase(declared)),
      onRead(calls.listWork, listWorkUseCase(declared)),
      ...(desk === undefined ? [] : deskHandlers(declared, desk, views)),
    ],
    jobs: [expireJob(declared), ...(desk === undefined ? [] : [endRestrictionsJob({ ...desk, audit })])],
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  return { room, approvals, views }
}

/** The staff's own acts: restricting customers, changing settings, pausing. */
function deskHandlers(declared: Declarations, desk: Desk, views: PersonalDataViews): readonly Handler[] {
  return [
    onRead(calls.findCustomer, findCustomerUseCase(declared, desk, views)),
    onRead(calls.listRestricted, listRestrictedUseCase(declared)),
    onWrite(calls.proposeLook, proposeLookUseCase(declared, desk)),
    onWrite(calls.proposeRestriction, proposeRestrictionUseCase(declared, desk)),
    onWrite(calls.proposeFreeing, proposeFreeingUseCase(declared, desk)),
    onRead(calls.listSettings, settingsCalls.listSettingsUseCase(desk)),
    onRead(calls.listSettingHistory, settingsCalls.listSettingHistoryUseCase(declared, desk)),
    onWrite(calls.proposeSetting, settingsCalls.proposeSettingUseCase(declared, desk)),
    onRead(calls.listPauses, settingsCalls.listPausesUseCase(desk)),
    onWrite(calls.proposePause, settingsCalls.proposePauseUseCase(declared)),
    onWrite(calls.proposeResume, settingsCalls.proposeResumeUseCase(declared, desk)),
    onRead(calls.listStaff, listStaffUseCase(desk.staff)),
    onWrite(calls.proposeInvitation, proposeInvitationUseCase(declared, desk)),
    onWrite(calls.proposeRoles, proposeRolesUseCase(declared, desk.staff)),
    onWrite(calls.proposeStaffEnd, proposeStaffEndUseCase(declared, desk.staff)),
    onWrite(calls.sendInvitation, sendInvitationUseCase(desk.staff)),
    onWrite(calls.typeStaffNumber, typeStaffNumberUseCase(desk.staff)),
    onRead(calls.listPowers, staffPowersUseCase(declared, desk)),
  ]
}

const expiredPerRun = 200

/** Closes proposals nobody decided in time, so that they stand in the log as such and can be made anew. */
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
