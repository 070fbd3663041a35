import type { OperatorRole } from '@bolsillo/contract'
import { type Id, type Instant, plusMs } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Parts } from '../parts.ts'
import { randomToken } from '../randomness.ts'
import { tokenHash } from '../secrets.ts'
import { findOpenInvitations, type Invitation, saveInvitationToken } from './invitation-store.ts'
import { invitationLifeMs, inviteOperator } from './invitations.ts'
import {
  endOperator,
  endOperatorSessions,
  findStaff,
  isAccountTaken,
  lockStaff,
  type StaffAccount,
  saveRoles,
} from './operator-store.ts'

/** The accounts of staff, as the room that has acts approved by two people changes them. */
export interface StaffAccounts {
  readonly list: (db: Db) => Promise<readonly StaffAccount[]>
  readonly invitations: (db: Db) => Promise<readonly Invitation[]>
  readonly isTaken: (db: Db, account: string) => Promise<boolean>
  /** All accounts, locked until the transaction ends: whoever looks whether an admin is left looks alone. */
  readonly lock: (tx: Tx) => Promise<readonly StaffAccount[]>
  readonly invite: (
    tx: Tx,
    invite: {
      readonly account: string
      readonly name: string
      readonly roles: readonly OperatorRole[]
      readonly by: Id<'opr'>
      readonly now: Instant
    },
  ) => Promise<void>
  /** A link for an invitation, shown once; the one before no longer works. Undefined: it was accepted, or is none. */
  readonly giveLink: (
    tx: Tx,
    link: { readonly invitationId: Id<'inv'>; readonly by: Id<'opr'>; readonly now: Instant },
  ) => Promise<{ readonly url: string; readonly expiresAt: Instant } | undefined>
  /** Ends the sessions too: what somebody may is decided anew at their next sign-in. */
  readonly setRoles: (tx: Tx, change: StaffChange & { readonly roles: readonly OperatorRole[] }) => Promise<void>
  readonly end: (tx: Tx, change: StaffChange) => Promise<void>
}

interface StaffChange {
  readonly id: Id<'opr'>
  readonly by: Id<'opr'>
  readonly now: Instant
}

export function createStaffAccounts({ services, audit, appUrl }: Parts): StaffAccounts {
  const { ids, rng } = services
  return {
    list: findStaff,
    invitations: findOpenInvitations,
    isTaken: isAccountTaken,
    lock: lockStaff,
    invite: async (tx, { by, ...invite }) => {
      await inviteOperator({ ids, rng, audit }, tx, { ...invite, actor: by, withLink: false })
    },
    giveLink: async (tx, { invitationId: id, by, now }) => {
      const token = randomToken(rng)
      const expiresAt = plusMs(now, invitationLifeMs)
      if (!(await saveInvitationToken(tx, { id, tokenHash: tokenHash(token), expiresAt }))) return undefined
      await audit.record(tx, { at: now, actor: by, action: 'identity.operator-link', subject: id, details: {} })
      return { url: `${appUrl}/console/invitation?token=${token}`, expiresAt }
    },
    setRoles: async (tx, { id, roles, by, now }) => {
      await saveRoles(tx, id, roles)
      await endOperatorSessions(tx, id, now)
      const details = { roles: roles.join(' ') }
      await audit.record(tx, { at: now, actor: by, action: 'identity.operator-roles', subject: id, details })
    },
    end: async (tx, { id, by, now }) => {
      await endOperator(tx, id, now)
      await endOperatorSessions(tx, id, now)
      await audit.record(tx, { at: now, actor: by, action: 'identity.operator-end', subject: id, details: {} })
    },
  }
}
