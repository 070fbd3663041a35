import type { Audit } from '@bolsillo/audit/server'
import type { OperatorFactors } from '@bolsillo/factors/server'
import type { CustomerRecords, StaffAccounts } from '@bolsillo/identity/server'
import { assert, type Id } from '@bolsillo/kernel'
import type { Db, Room, Services } from '@bolsillo/server-kit'
import type { SettingsRegistry } from '@bolsillo/settings/server'
import type { ApprovalKind, Approvals, CaseKind, PersonalDataViews, WorkQueue } from './approvals.ts'

/** What is known of a person whose papers were verified: the name in them, and keyed hashes of their numbers. */
export interface PersonPapers {
  readonly name: string
  readonly marks: readonly Uint8Array[]
  /** The reviewer of the practice market verified them by their form; no person saw them. */
  readonly byPractice: boolean
}

/** What the staff's own desk needs: customers to restrict, settings to change, and the rooms whose calls are powers. */
export interface Desk {
  readonly customers: CustomerRecords
  readonly settings: SettingsRegistry
  readonly staff: StaffAccounts
  /** The verified papers of a customer. Staff are identified as customers are. */
  readonly papersOf: (db: Db, customerId: Id<'cus'>) => Promise<PersonPapers | undefined>
  /** Every room of the application; asked once all are made. */
  readonly rooms: () => readonly Room[]
}

/** What the approvals are made of. */
export interface ApprovalsOptions {
  readonly services: Services
  readonly audit: Audit
  /** Absent where staff have none yet. */
  readonly factors?: OperatorFactors
  /** Absent where a room is tested alone: then there are approvals, and none of the staff's own acts. */
  readonly desk?: Desk
  /** How many customers one person may look at within an hour, by the settings in force; the standard when absent. */
  readonly viewsPerHour?: () => number
  /** The names staff are shown by. */
  readonly namesOf: (db: Db, operators: readonly Id<'opr'>[]) => Promise<ReadonlyMap<Id<'opr'>, string>>
}

/** The kinds and queues the rooms have declared. */
export interface Declarations extends ApprovalsOptions {
  readonly kinds: ReadonlyMap<string, ApprovalKind>
  readonly queues: readonly WorkQueue[]
  readonly declare: (kinds: readonly ApprovalKind[]) => void
  readonly declareQueues: (queues: readonly WorkQueue[]) => void
  readonly cases: ReadonlyMap<string, CaseKind>
  readonly declareCases: (cases: readonly CaseKind[]) => void
}

/** What the use cases of this room are given. */
export interface ApprovalsDeps extends Declarations {
  readonly views: PersonalDataViews
  readonly propose: Approvals['propose']
}

/** Those of the staff's own acts. */
export interface DeskDeps extends ApprovalsDeps, Desk {}

export function createDeclarations(options: ApprovalsOptions): Declarations {
  const kinds = new Map<string, ApprovalKind>()
  const queues: WorkQueue[] = []
  const cases = new Map<string, CaseKind>()
  return {
    ...options,
    kinds,
    queues,
    cases,
    declareCases: (declared) => {
      for (const one of declared) {
        assert(!cases.has(one.prefix), `two kinds of cases begin with ${one.prefix}`)
        cases.set(one.prefix, one)
      }
    },
    declare: (declared) => {
      for (const kind of declared) {
        assert(!kinds.has(kind.name), `two kinds of approval are named ${kind.name}`)
        assert(kind.makerRoles.length > 0 && kind.checkerRoles.length > 0, `nobody may propose or decide ${kind.name}`)
        assert(kind.reasons.length > 0, `${kind.name} has no reasons`)
        kinds.set(kind.name, kind)
      }
    },
    declareQueues: (declared) => queues.push(...declared),
  }
}
