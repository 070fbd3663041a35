import type { Rejection } from '@bolsillo/kernel'
import { testOperator } from '@bolsillo/test-kit'
import type { ApprovalKind, ApprovedAct } from './server/index.ts'

export const teresaTreasury = testOperator(1, ['treasury'])
export const carlosCompliance = testOperator(2, ['compliance'])
export const anaAdmin = testOperator(3, ['admin', 'compliance', 'treasury'])
export const octavioAuditor = testOperator(4, ['auditor'])

/** An act that takes two people and does nothing but remember that it was done. */
interface RememberingKind {
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
    // An act whose payload asks for three people needs three.
    deciders: async (_, { people }) => (people === '3' ? 2 : 1),
    execute: async (_, act) => {
      if (remembering.refuseWith === undefined) remembering.done.push(act)
      return remembering.refuseWith
    },
  }
  const remembering: RememberingKind = { kind, done: [], refuseWith: undefined }
  return remembering
}
