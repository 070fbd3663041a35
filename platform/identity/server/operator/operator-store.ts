import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { Operator } from '../../contract/operator.ts'
import { rolesInForce, type StaffPowersOf, sessionRules } from '../../domain/index.ts'

export interface StoredOperator extends Operator, StaffPowersOf<OperatorRole> {
  readonly id: Id<'opr'>
  /** Every role they were given, those that do not count yet among them. */
  readonly roles: OperatorRole[]
  readonly passwordHash: string
}

/** What makes an account. Whether its powers count at once is the database's to say: those of the first two do. */
type NewOperator = Pick<StoredOperator, 'id' | 'account' | 'name' | 'roles' | 'passwordHash'> & {
  readonly person: Id<'cus'> | undefined
}

interface Row {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly password_hash: string
  readonly roles: readonly string[]
  readonly waiting_roles: readonly string[]
  readonly powers_from: bigint | null
}

const operatorOf = (row: Row): StoredOperator => ({
  id: idOf('opr', row.id),
  account: row.account,
  name: row.name,
  passwordHash: row.password_hash,
  roles: operatorRoles.filter((role) => row.roles.includes(role)),
  waitingRoles: row.waiting_roles,
  powersFrom: row.powers_from === null ? undefined : instant(Number(row.powers_from)),
})

export async function findOperatorByAccount(db: Db, account: string): Promise<StoredOperator | undefined> {
  const [row] = await db<Row[]>`select * from operator where account = ${account} and ended_at is null`
  return row === undefined ? undefined : operatorOf(row)
}

export async function findOperator(db: Db, id: Id<'opr'>): Promise<StoredOperator | undefined> {
  const [row] = await db<Row[]>`select * from operator where id = ${id}`
  return row === undefined ? undefined : operatorOf(row)
}

/** The same, unless the account was ended. */
export async function findActiveOperator(db: Db, id: Id<'opr'>): Promise<StoredOperator | undefined> {
  const [row] = await db<Row[]>`select * from operator where id = ${id} and ended_at is null`
  return row === undefined ? undefined : operatorOf(row)
}

export async function insertOperator(tx: Tx, operator: NewOperator, at: Instant): Promise<void> {
  await tx`
    insert into operator (id, account, name, password_hash, roles, person, created_at)
    values (${operator.id}, ${operator.account}, ${operator.name}, ${operator.passwordHash},
      ${[...operator.roles]}::text[], ${operator.person ?? null}, ${at})`
}

interface OperatorSessionRow {
  readonly id: Id<'ses'>
  readonly operatorId: Id<'opr'>
  readonly expiresAt: Instant
}

export async function insertOperatorSession(
  tx: Tx,
  session: OperatorSessionRow & {
    readonly tokenHash: Buffer
    readonly device: string
    readonly address: string
    readonly at: Instant
  },
): Promise<void> {
  await tx`
    insert into operator_session (id, operator_id, token_hash, device, address, created_at, last_seen_at, expires_at,
      factor_at)
    values (${session.id}, ${session.operatorId}, ${session.tokenHash}, ${session.device}, ${session.address},
      ${session.at}, ${session.at}, ${session.expiresAt}, ${session.at})`
}

/** An operator's live sessions, latest use first. */
export async function findSessionsOfOperator(db: Db, operatorId: Id<'opr'>, now: Instant) {
  const rows = await db<{ id: string; device: string; address: string; created_at: bigint; last_seen_at: bigint }[]>`
    select * from operator_session
    where operator_id = ${operatorId} and ended_at is null
      and expires_at > ${now} and last_seen_at > ${now - sessionRules.operator.idleMs}
    order by last_seen_at desc, created_at desc limit 20`
  return rows.map((row) => ({
    id: idOf('ses', row.id),
    device: row.device,
    address: row.address,
    startedAt: instant(Number(row.created_at)),
    lastSeenAt: instant(Number(row.last_seen_at)),
  }))
}

/** Ends one session of an operator. @returns how many were ended: none when there is no such live session of theirs. */
export async function endOwnOperatorSession(
  tx: Tx,
  end: { readonly operatorId: Id<'opr'>; readonly sessionId: Id<'ses'>; readonly at: Instant },
): Promise<number> {
  const done = await tx`
    update operator_session set ended_at = ${end.at}
    where id = ${end.sessionId} and operator_id = ${end.operatorId} and ended_at is null`
  return done.count
}

/** Ends all sessions of an operator but one. @returns how many. */
export async function endOtherOperatorSessions(
  tx: Tx,
  end: { readonly operatorId: Id<'opr'>; readonly but: Id<'ses'>; readonly at: Instant },
): Promise<number> {
  const done = await tx`
    update operator_session set ended_at = ${end.at}
    where operator_id = ${end.operatorId} and id <> ${end.but} and ended_at is null`
  return done.count
}

/** The live console session of a token, with the operator's roles that count now. */
export async function findOperatorSession(
  db: Db,
  tokenHash: Buffer,
  now: Instant,
): Promise<(OperatorSessionRow & { readonly roles: readonly string[] }) | undefined> {
  const [row] = await db<(Row & { session_id: string; expires_at: bigint })[]>`
    select operator.*, session.id as session_id, session.expires_at
    from operator_session session join operator on operator.id = operator_id
    where token_hash = ${tokenHash} and session.ended_at is null and operator.ended_at is null
      and expires_at > ${now} and last_seen_at > ${now - sessionRules.operator.idleMs}`
  if (row === undefined) return undefined
  return {
    id: idOf('ses', row.session_id),
    operatorId: idOf('opr', row.id),
    expiresAt: instant(Number(row.expires_at)),
    roles: rolesInForce(operatorOf(row), now),
  }
}

/** Whether anybody of the staff has a live console session and one of the roles, in force now. */
export async function isStaffSignedIn(db: Db, roles: readonly OperatorRole[], now: Instant): Promise<boolean> {
  const rows = await db<Row[]>`
    select * from operator where ended_at is null and roles && ${[...roles]}::text[] and exists (
      select from operator_session session where operator_id = operator.id and session.ended_at is null
        and expires_at > ${now} and last_seen_at > ${now - sessionRules.operator.idleMs})`
  return rows.some((row) => rolesInForce(operatorOf(row), now).some((role) => roles.includes(role)))
}

export async function noteOperatorSessionUse(db: Db, id: Id<'ses'>, now: Instant): Promise<void> {
  await db`
    update operator_session set last_seen_at = ${now}
    where id = ${id} and last_seen_at < ${now - sessionRules.notedEveryMs}`
}

export async function endOperatorSession(tx: Tx, id: Id<'ses'>, at: Instant): Promise<void> {
  await tx`update operator_session set ended_at = ${at} where id = ${id} and ended_at is null`
}

/** When a console session ends at the latest, and when the second factor was last given in it. */
export async function operatorSessionFacts(
  db: Db,
  id: Id<'ses'>,
): Promise<{ readonly expiresAt: Instant; readonly factorAt: Instant | undefined }> {
  const [row] = await db<{ expires_at: bigint; factor_at: bigint | null }[]>`
    select expires_at, factor_at from operator_session where id = ${id}`
  const factorAt = row?.factor_at ?? undefined
  return {
    expiresAt: instant(Number(row?.expires_at ?? 0)),
    factorAt: factorAt === undefined ? undefined : instant(Number(factorAt)),
  }
}

/** Notes that the second factor was given again, and by which token the session goes on: the one before opens nothing. */
export async function noteFactorGiven(
  tx: Tx,
  id: Id<'ses'>,
  given: { readonly at: Instant; readonly tokenHash: Buffer },
): Promise<void> {
  await tx`
    update operator_session set factor_at = ${given.at}, token_hash = ${given.tokenHash}
    where id = ${id} and ended_at is null`
}

/** The numbers customers are shown by, for the ids given. */
export async function displayNumbersOf(db: Db, ids: readonly Id<'cus'>[]): Promise<ReadonlyMap<Id<'cus'>, string>> {
  const rows = await db<{ id: string; display_number: bigint }[]>`
    select id, display_number from customer where id = any (${[...ids]}::text[])`
  return new Map(rows.map((row) => [idOf('cus', row.id), String(row.display_number)]))
}

/** Customers in the order of their ids, after one. */
export async function customersAfter(db: Db, after: string, limit: number): Promise<readonly Id<'cus'>[]> {
  const rows = await db<{ id: string }[]>`select id from customer where id > ${after} order by id limit ${limit}`
  return rows.map(({ id }) => idOf('cus', id))
}

/** The names staff are shown by, for the ids given. */
export async function operatorNamesOf(db: Db, ids: readonly Id<'opr'>[]): Promise<ReadonlyMap<Id<'opr'>, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select id, name from operator where id = any (${[...ids]}::text[])`
  return new Map(rows.map((row) => [idOf('opr', row.id), row.name]))
}

// ---- Accounts, as colleagues see and change them ----

export interface StaffAccount extends Operator, StaffPowersOf<OperatorRole> {
  readonly id: Id<'opr'>
  readonly roles: OperatorRole[]
  /** The customer account of the person. */
  readonly person: Id<'cus'> | undefined
  readonly createdAt: Instant
  readonly endedAt: Instant | undefined
  /** The roles that are left from a time on; none: the account ends then. */
  readonly change: { readonly roles: readonly OperatorRole[]; readonly from: Instant } | undefined
}

type StaffRow = Row & {
  readonly created_at: bigint
  readonly ended_at: bigint | null
  readonly person: string | null
  readonly change_roles: readonly string[] | null
  readonly change_due: bigint | null
}

function staffOf(row: StaffRow): StaffAccount {
  const { passwordHash: _, ...known } = operatorOf(row)
  const { ended_at, person, change_roles: left, change_due: due } = row
  return {
    ...known,
    person: person === null ? undefined : idOf('cus', person),
    createdAt: instant(Number(row.created_at)),
    endedAt: ended_at === null ? undefined : instant(Number(ended_at)),
    change:
      left === null || due === null
        ? undefined
        : { roles: operatorRoles.filter((role) => left.includes(role)), from: instant(Number(due)) },
  }
}

const staffMax = 1000

export async function findStaff(db: Db): Promise<readonly StaffAccount[]> {
  const rows = await db<StaffRow[]>`
    select * from operator order by ended_at is not null, account limit ${staffMax}`
  return rows.map(staffOf)
}

export async function lockStaff(tx: Tx): Promise<readonly StaffAccount[]> {
  const rows = await tx<StaffRow[]>`select * from operator order by id for update`
  return rows.map(staffOf)
}

/** Whether an account, or an invitation that is still open, has this name. */
export async function isAccountTaken(db: Db, account: string): Promise<boolean> {
  const [row] = await db<{ taken: boolean }[]>`
    select exists (select 1 from operator where account = ${account})
      or exists (select 1 from operator_invitation where account = ${account} and accepted_at is null) as taken`
  return row?.taken === true
}

/** Other roles, of which some wait. Whatever was to be taken later is settled with it. */
export async function saveRoles(
  tx: Tx,
  change: Pick<StaffAccount, 'id' | 'roles' | 'waitingRoles' | 'powersFrom'>,
): Promise<void> {
  await tx`
    update operator set roles = ${[...change.roles]}::text[], waiting_roles = ${[...change.waitingRoles]}::text[],
      powers_from = ${change.powersFrom ?? null}, change_roles = null, change_due = null
    where id = ${change.id}`
}

/** What is left of an account's roles from a time on. */
export async function saveChange(
  tx: Tx,
  change: { readonly id: Id<'opr'>; readonly roles: readonly string[]; readonly from: Instant },
): Promise<void> {
  await tx`
    update operator set change_roles = ${[...change.roles]}::text[], change_due = ${change.from} where id = ${change.id}`
}

export async function endOperator(tx: Tx, id: Id<'opr'>, at: Instant): Promise<void> {
  await tx`
    update operator set ended_at = ${at}, change_roles = null, change_due = null where id = ${id} and ended_at is null`
}

export async function endOperatorSessions(tx: Tx, id: Id<'opr'>, at: Instant): Promise<void> {
  await tx`update operator_session set ended_at = ${at} where operator_id = ${id} and ended_at is null`
}
