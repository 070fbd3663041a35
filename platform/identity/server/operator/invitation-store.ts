import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { type Id, type Instant, idOf, instant, isId } from '@bolsillo/kernel'
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
  /** The customer account of who is invited: absent where nobody was there to look at papers. */
  readonly person: Id<'cus'> | undefined
  /** Who proposed it and who approved it. */
  readonly maker: Id<'opr'> | undefined
  readonly approver: Id<'opr'> | undefined
  /** Made on the server while there were two accounts already. */
  readonly isRoot: boolean
}

interface Row {
  readonly id: string
  readonly operator_id: string
  readonly account: string
  readonly name: string
  readonly roles: readonly string[]
  readonly made_at: bigint
  readonly expires_at: bigint
  readonly person: string | null
  readonly maker: string | null
  readonly approver: string | null
  readonly is_root: boolean
}

const operatorIn = (text: string | null): Id<'opr'> | undefined =>
  text !== null && isId('opr', text) ? idOf('opr', text) : undefined

const invitationOf = (row: Row): Invitation => ({
  id: idOf('inv', row.id),
  operatorId: idOf('opr', row.operator_id),
  account: row.account,
  name: row.name,
  roles: operatorRoles.filter((role) => row.roles.includes(role)),
  madeAt: instant(Number(row.made_at)),
  expiresAt: instant(Number(row.expires_at)),
  person: row.person === null ? undefined : idOf('cus', row.person),
  maker: operatorIn(row.maker),
  approver: operatorIn(row.approver),
  isRoot: row.is_root,
})

export async function insertInvitation(
  tx: Tx,
  invitation: Invitation & { readonly tokenHash: Buffer | undefined },
): Promise<void> {
  await tx`
    insert into operator_invitation (id, operator_id, account, name, roles, token_hash, made_at, expires_at, person,
      maker, approver, is_root)
    values (${invitation.id}, ${invitation.operatorId}, ${invitation.account}, ${invitation.name},
      ${[...invitation.roles]}::text[], ${invitation.tokenHash ?? null}, ${invitation.madeAt}, ${invitation.expiresAt},
      ${invitation.person ?? null}, ${invitation.maker ?? null}, ${invitation.approver ?? null}, ${invitation.isRoot})`
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

/** One that nobody accepted, locked. */
export async function lockOpenInvitation(tx: Tx, id: Id<'inv'>): Promise<Invitation | undefined> {
  const [row] = await tx<Row[]>`select * from operator_invitation where id = ${id} and accepted_at is null for update`
  return row === undefined ? undefined : invitationOf(row)
}

/** Those nobody accepted yet, newest first. */
export async function findOpenInvitations(db: Db): Promise<readonly Invitation[]> {
  const rows = await db<Row[]>`
    select * from operator_invitation where accepted_at is null order by made_at desc limit 100`
  return rows.map(invitationOf)
}

/** How many accounts there are, ended ones too, and invitations that may still make one. */
export async function countAccounts(db: Db, now: Instant): Promise<number> {
  const [row] = await db<{ count: bigint }[]>`
    select (select count(*) from operator)
      + (select count(*) from operator_invitation where accepted_at is null and expires_at > ${now}) as count`
  return Number(row?.count ?? 0n)
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

export async function saveAccepted(
  tx: Tx,
  accepted: { readonly id: Id<'inv'>; readonly at: Instant; readonly numberHash: Buffer; readonly until: Instant },
): Promise<void> {
  await tx`
    update operator_invitation set accepted_at = ${accepted.at}, token_hash = null, number_hash = ${accepted.numberHash},
      number_until = ${accepted.until}
    where id = ${accepted.id}`
}

// ---- The number on the invitee's screen ----

/** An accepted invitation whose number nobody typed yet. */
export interface Unconfirmed extends Invitation {
  readonly numberHash: Buffer
  readonly numberUntil: Instant
  readonly numberTries: number
}

type NumberRow = Row & {
  readonly number_hash: Buffer
  readonly number_until: bigint
  readonly number_tries: number
}

const unconfirmedOf = (row: NumberRow): Unconfirmed => ({
  ...invitationOf(row),
  numberHash: row.number_hash,
  numberUntil: instant(Number(row.number_until)),
  numberTries: row.number_tries,
})

/** Those accepted whose number was not typed. */
export async function findUnconfirmed(db: Db): Promise<readonly Unconfirmed[]> {
  const rows = await db<NumberRow[]>`
    select invitation.* from operator_invitation invitation join operator on operator.id = operator_id
    where accepted_at is not null and number_hash is not null and confirmed_at is null and powers_from is null
      and ended_at is null
    order by accepted_at desc limit 100`
  return rows.map(unconfirmedOf)
}

/** The same of one account, locked, with the try counted. Call it in a transaction that stays. */
export async function takeNumberTry(tx: Tx, operatorId: Id<'opr'>): Promise<Unconfirmed | undefined> {
  const [row] = await tx<NumberRow[]>`
    update operator_invitation set number_tries = number_tries + 1
    where operator_id = ${operatorId} and number_hash is not null and confirmed_at is null returning *`
  return row === undefined ? undefined : unconfirmedOf(row)
}

export async function saveConfirmed(
  tx: Tx,
  confirmed: { readonly id: Id<'inv'>; readonly by: Id<'opr'>; readonly at: Instant },
): Promise<boolean> {
  const done = await tx`
    update operator_invitation set confirmed_by = ${confirmed.by}, confirmed_at = ${confirmed.at}, number_hash = null
    where id = ${confirmed.id} and confirmed_at is null`
  return done.count === 1
}
