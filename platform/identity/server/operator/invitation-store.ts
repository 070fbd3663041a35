import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** An invitation as stored. */
export interface Invitation {
  readonly id: Id<'inv'>
  readonly operatorId: Id<'opr'>
  readonly account: string
  readonly name: string
  readonly roles: readonly OperatorRole[]
  readonly madeAt: Instant
  readonly expiresAt: Instant
}

interface Row {
  readonly id: string
  readonly operator_id: string
  readonly account: string
  readonly name: string
  readonly roles: readonly string[]
  readonly made_at: bigint
  readonly expires_at: bigint
}

const invitationOf = (row: Row): Invitation => ({
  id: idOf('inv', row.id),
  operatorId: idOf('opr', row.operator_id),
  account: row.account,
  name: row.name,
  roles: operatorRoles.filter((role) => row.roles.includes(role)),
  madeAt: instant(Number(row.made_at)),
  expiresAt: instant(Number(row.expires_at)),
})

export async function insertInvitation(
  tx: Tx,
  invitation: Invitation & { readonly tokenHash: Buffer | undefined },
): Promise<void> {
  await tx`
    insert into operator_invitation (id, operator_id, account, name, roles, token_hash, made_at, expires_at)
    values (${invitation.id}, ${invitation.operatorId}, ${invitation.account}, ${invitation.name},
      ${[...invitation.roles]}::text[], ${invitation.tokenHash ?? null}, ${invitation.madeAt}, ${invitation.expiresAt})`
}

/** Whom a token invites now. */
export async function findInvitation(db: Db, tokenHash: Buffer, now: Instant): Promise<Invitation | undefined> {
  const [row] = await db<Row[]>`
    select * from operator_invitation
    where token_hash = ${tokenHash} and accepted_at is null and expires_at > ${now}`
  return row === undefined ? undefined : invitationOf(row)
}

/** The same, locked: an invitation is accepted once. */
export async function lockInvitation(tx: Tx, tokenHash: Buffer, now: Instant): Promise<Invitation | undefined> {
  const [row] = await tx<Row[]>`
    select * from operator_invitation
    where token_hash = ${tokenHash} and accepted_at is null and expires_at > ${now} for update`
  return row === undefined ? undefined : invitationOf(row)
}

/** Those nobody accepted yet, newest first. */
export async function findOpenInvitations(db: Db): Promise<readonly Invitation[]> {
  const rows = await db<Row[]>`
    select * from operator_invitation where accepted_at is null order by made_at desc limit 100`
  return rows.map(invitationOf)
}

/** Gives an invitation a new link; the one before no longer works. @returns false when it was accepted. */
export async function saveInvitationToken(
  tx: Tx,
  link: { readonly id: Id<'inv'>; readonly tokenHash: Buffer; readonly expiresAt: Instant },
): Promise<boolean> {
  const done = await tx`
    update operator_invitation set token_hash = ${link.tokenHash}, expires_at = ${link.expiresAt}
    where id = ${link.id} and accepted_at is null`
  return done.count === 1
}

export async function saveAccepted(tx: Tx, id: Id<'inv'>, at: Instant): Promise<void> {
  await tx`update operator_invitation set accepted_at = ${at}, token_hash = null where id = ${id}`
}
