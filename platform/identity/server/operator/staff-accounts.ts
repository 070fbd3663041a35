import type { OperatorRole } from '@bolsillo/contract'
import { randomToken, sameBytes } from '@bolsillo/factors/server'
import { assert, type Id, type Instant, plusMs } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { rolesHeldByFew, rolesInForce, staffRules } from '../../domain/index.ts'
import { findCustomer } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { tokenHash } from '../secrets.ts'
import { type Announcement, announce, countRootActs, findAnnouncements } from './announcement-store.ts'
import {
  findOpenInvitations,
  findUnconfirmed,
  type Invitation,
  lockOpenInvitation,
  saveConfirmed,
  saveInvitationToken,
  takeNumberTry,
  type Unconfirmed,
} from './invitation-store.ts'
import { invitationLifeMs, inviteOperator, numberHash } from './invitations.ts'
import { findHolderOfPapers, insertStaffPapers, type SharedMark, sharedMarkOf } from './one-person-store.ts'
import {
  endOperator,
  endOperatorSessions,
  findStaff,
  isAccountTaken,
  lockStaff,
  type StaffAccount,
  saveChange,
  saveRoles,
} from './operator-store.ts'

/** The accounts of staff, as the room that has acts approved by two people changes them. */
export interface StaffAccounts {
  readonly list: (db: Db) => Promise<readonly StaffAccount[]>
  readonly invitations: (db: Db) => Promise<readonly Invitation[]>
  /** Accounts that were accepted and wait for the number on the invitee's screen. */
  readonly unconfirmed: (db: Db) => Promise<readonly Unconfirmed[]>
  readonly isTaken: (db: Db, account: string) => Promise<boolean>
  /** Who of those who work here or are invited has these papers. */
  readonly holderOf: typeof findHolderOfPapers
  /** What makes two accounts one person, if anything does. */
  readonly sharedMark: (db: Db, one: Id<'opr'>, other: Id<'opr'>, at: Instant) => Promise<SharedMark | undefined>
  /** The roles of an account that count now. */
  readonly inForce: (account: StaffAccount, now: Instant) => readonly OperatorRole[]
  /** How long new powers wait, and how long taking them from the only other holder does. */
  readonly waitMs: () => number
  /** Announcements to all of the staff, newest first. */
  readonly announcements: (db: Db) => Promise<readonly Announcement[]>
  /** Acts on the server past the staff: ever, since a time, and the last. */
  readonly rootActs: typeof countRootActs
  /** All accounts, locked until the transaction ends: whoever looks whether an admin is left looks alone. */
  readonly lock: (tx: Tx) => Promise<readonly StaffAccount[]>
  /** Invites a person by a message to their own address: nobody of the staff sees the link. */
  readonly invite: (
    tx: Tx,
    invite: {
      readonly account: string
      readonly name: string
      readonly roles: readonly OperatorRole[]
      readonly person: Id<'cus'>
      readonly marks: readonly Uint8Array[]
      readonly maker: Id<'opr'>
      readonly approver: Id<'opr'>
      readonly now: Instant
    },
  ) => Promise<void>
  /** Sends the person another link; the one before no longer works. Undefined: accepted, none, or made on the server. */
  readonly sendAgain: (
    tx: Tx,
    link: { readonly invitationId: Id<'inv'>; readonly by: Id<'opr'>; readonly now: Instant },
  ) => Promise<{ readonly expiresAt: Instant } | undefined>
  /**
   * Takes the number on an invitee's screen from whoever approved them: their powers begin after the wait.
   * @param aside where a try stays counted whatever comes of it.
   */
  readonly typeNumber: (
    aside: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
    tx: Tx,
    typed: { readonly operatorId: Id<'opr'>; readonly number: string; readonly by: Id<'opr'>; readonly now: Instant },
  ) => Promise<TypedNumber>
  /**
   * Other roles: new ones wait, and so does taking one of which only one other person is left. Ends the sessions where a
   * role is taken at once.
   */
  readonly setRoles: (tx: Tx, change: StaffChange & { readonly roles: readonly OperatorRole[] }) => Promise<void>
  /** Ends an account: at once, or after the wait where only one other person is left with one of its roles. */
  readonly end: (tx: Tx, change: StaffChange) => Promise<void>
}

/** The outcome of a typed number: `not-yours` for everybody but the approver. */
type TypedNumber =
  | { readonly is: 'right'; readonly powersFrom: Instant }
  | { readonly is: 'wrong'; readonly triesLeft: number }
  | { readonly is: 'void' }
  | { readonly is: 'not-yours' }
  | { readonly is: 'one-person'; readonly shared: SharedMark }

interface StaffChange {
  readonly id: Id<'opr'>
  readonly by: Id<'opr'>
  readonly now: Instant
}

const announcementsMax = 30

export function createStaffAccounts(deps: IdentityDeps): StaffAccounts {
  const { services, audit } = deps
  const { ids, rng } = services
  return {
    list: findStaff,
    invitations: findOpenInvitations,
    unconfirmed: findUnconfirmed,
    isTaken: isAccountTaken,
    holderOf: findHolderOfPapers,
    sharedMark: sharedMarkOf,
    inForce: rolesInForce,
    waitMs: deps.staffWaitMs,
    announcements: (db) => findAnnouncements(db, announcementsMax),
    rootActs: countRootActs,
    lock: lockStaff,
    invite: async (tx, { maker, approver, person, marks, ...invite }) => {
      const by = { maker, approver, person }
      const { operatorId, token } = await inviteOperator({ ids, rng, audit }, tx, { ...invite, by })
      await insertStaffPapers(tx, { operatorId, marks })
      await sendLink(deps, tx, { ...invite, person, token })
    },
    sendAgain: async (tx, { invitationId: id, by, now }) => {
      const invitation = await lockOpenInvitation(tx, id)
      if (invitation?.person === undefined) return undefined
      const { account, name, person } = invitation
      const token = randomToken(rng)
      const expiresAt = plusMs(now, invitationLifeMs)
      await saveInvitationToken(tx, { id, tokenHash: tokenHash(token), expiresAt })
      await sendLink(deps, tx, { account, name, person, token, now })
      await audit.record(tx, { at: now, actor: by, action: 'identity.operator-link', subject: id, details: {} })
      return { expiresAt }
    },
    typeNumber: (aside, tx, typed) => typeNumber(deps, aside, tx, typed),
    setRoles: (tx, change) => setRoles(deps, tx, change),
    end: (tx, change) => end(deps, tx, change),
  }
}

/** Writes to the person invited, at their own address, which nobody of the staff can read. */
async function sendLink(
  { sender, consoleUrl }: IdentityDeps,
  tx: Tx,
  to: {
    readonly account: string
    readonly name: string
    readonly person: Id<'cus'>
    readonly token: string
    readonly now: Instant
  },
): Promise<void> {
  const customer = await findCustomer(tx, to.person)
  assert(customer !== undefined, 'who is invited is a customer')
  const { language, address, id: customerId } = customer
  const values = { name: to.name, account: to.account, link: `${consoleUrl}/invitation?token=${to.token}` }
  await sender.send(tx, { to: address, kind: 'staff-invited', language, values, customerId, at: to.now })
}

async function typeNumber(
  deps: IdentityDeps,
  aside: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  tx: Tx,
  { operatorId, number, by, now }: Parameters<StaffAccounts['typeNumber']>[2],
): Promise<TypedNumber> {
  const standing = (await findUnconfirmed(tx)).find((one) => one.operatorId === operatorId)
  if (standing === undefined) return { is: 'void' }
  // Nobody approved what was made on the server: any colleague whose role may looks at who it is.
  const isAllowed = standing.isRoot ? by !== operatorId : by === standing.approver && by !== standing.maker
  if (!isAllowed) return { is: 'not-yours' }
  const shared = await sharedMarkOf(tx, by, operatorId, now)
  if (shared !== undefined) return { is: 'one-person', shared }
  const tried = await aside((own) => takeNumberTry(own, operatorId))
  const triesLeft = staffRules.number.tries - (tried?.numberTries ?? staffRules.number.tries)
  if (tried === undefined || triesLeft < 0 || tried.numberUntil <= now) return { is: 'void' }
  if (!sameBytes(tried.numberHash, numberHash(deps, tried.id, number))) return { is: 'wrong', triesLeft }
  if (!(await saveConfirmed(tx, { id: tried.id, by, at: now }))) return { is: 'void' }
  const { account, name, roles } = tried
  const powersFrom = plusMs(now, deps.staffWaitMs())
  await saveRoles(tx, { id: operatorId, roles: [...roles], waitingRoles: roles, powersFrom })
  const details = { roles: roles.join(' '), effectiveAt: String(powersFrom) }
  const action = 'identity.operator-confirm'
  await deps.audit.record(tx, { at: now, actor: by, action, subject: operatorId, details })
  await announce(tx, { at: now, kind: 'powers', operatorId, account, name, roles, from: powersFrom })
  return { is: 'right', powersFrom }
}

/** An account with those who work beside it, all locked. */
async function lockAccount(tx: Tx, id: Id<'opr'>) {
  const working = (await lockStaff(tx)).filter(({ endedAt }) => endedAt === undefined)
  const account = working.find((one) => one.id === id)
  assert(account !== undefined, 'the caller looked that the account works')
  return { account, others: working.filter((one) => one.id !== id) }
}

async function setRoles(
  deps: IdentityDeps,
  tx: Tx,
  { id, roles, by, now }: StaffChange & { readonly roles: readonly OperatorRole[] },
): Promise<void> {
  const { account, others } = await lockAccount(tx, id)
  const later = rolesHeldByFew(account, others, roles, now)
  const stillWaiting = account.roles.filter((role) => !rolesInForce(account, now).includes(role))
  const added = roles.filter((role) => !account.roles.includes(role))
  const waiting = [...stillWaiting.filter((role) => roles.includes(role)), ...added]
  const from = plusMs(now, deps.staffWaitMs())
  const powersFrom = added.length > 0 ? from : account.powersFrom
  const kept = [...roles, ...later]
  await saveRoles(tx, { id, roles: kept, waitingRoles: waiting, powersFrom })
  // Who loses nothing yet goes on: ending their work now would be a removal before its wait.
  if (account.roles.some((role) => !kept.includes(role))) await endOperatorSessions(tx, id, now)
  const named = { operatorId: id, account: account.account, name: account.name, at: now }
  if (added.length > 0) await announce(tx, { ...named, kind: 'powers', roles: added, from })
  if (later.length > 0) {
    await saveChange(tx, { id, roles, from })
    await announce(tx, { ...named, kind: 'removal', roles: later, from })
  }
  const details = { roles: roles.join(' '), ...(later.length > 0 ? { effectiveAt: String(from) } : {}) }
  await deps.audit.record(tx, { at: now, actor: by, action: 'identity.operator-roles', subject: id, details })
}

async function end(deps: IdentityDeps, tx: Tx, { id, by, now }: StaffChange): Promise<void> {
  const { account, others } = await lockAccount(tx, id)
  const later = rolesHeldByFew(account, others, [], now)
  if (later.length === 0) {
    await endOperator(tx, id, now)
    await endOperatorSessions(tx, id, now)
    await deps.audit.record(tx, { at: now, actor: by, action: 'identity.operator-end', subject: id, details: {} })
    return
  }
  const from = plusMs(now, deps.staffWaitMs())
  await saveChange(tx, { id, roles: [], from })
  const { account: name, name: called, roles } = account
  await announce(tx, { at: now, kind: 'removal', operatorId: id, account: name, name: called, roles, from })
  const details = { effectiveAt: String(from) }
  await deps.audit.record(tx, { at: now, actor: by, action: 'identity.operator-end', subject: id, details })
}
