import { idOf, type Rejection } from '@bolsillo/kernel'
import type { OperatorSession, OperatorSessionPort } from '@bolsillo/server-kit'
import type { ApprovalKind, ApprovedAct } from './server/index.ts'

const body = (last: string): string => last.padStart(26, '0')

/** Somebody of the staff, by number: ids and a token that never change. */
export function staffMember(number: number, roles: readonly string[]): OperatorSession & { readonly token: string } {
  return {
    operatorId: idOf('opr', `opr_${body(String(number))}`),
    sessionId: idOf('ses', `ses_${body(`9${number}`)}`),
    roles,
    token: `test-token-of-operator-${number}`,
  }
}

export const teresaTreasury = staffMember(1, ['treasury'])
export const carlosCompliance = staffMember(2, ['compliance'])
export const anaAdmin = staffMember(3, ['admin', 'compliance', 'treasury'])
export const octavioAuditor = staffMember(4, ['auditor'])

/** Sessions of these that never end. */
export function staffSessions(staff: readonly (OperatorSession & { readonly token: string })[]): OperatorSessionPort {
  return { find: async (token) => staff.find((member) => member.token === token) }
}

/** An act that takes two people and does nothing but remember that it was done. */
export interface RememberingKind {
  readonly kind: ApprovalKind
  readonly done: ApprovedAct[]
  /** What the act itself answers. */
  refuseWith: Rejection | undefined
}

export function rememberingKind(): RememberingKind {
  const kind: ApprovalKind = {
    name: 'sample.act',
    titleKey: 'approvals.powers.sample',
    makerRoles: ['treasury', 'admin'],
    checkerRoles: ['compliance', 'admin'],
    reasons: ['agreed', 'urgent'],
    facts: async (_, payload) => Object.entries(payload).map(([name, value]) => ({ labelKey: `facts.${name}`, value })),
    execute: async (_, act) => {
      if (remembering.refuseWith === undefined) remembering.done.push(act)
      return remembering.refuseWith
    },
  }
  const remembering: RememberingKind = { kind, done: [], refuseWith: undefined }
  return remembering
}
