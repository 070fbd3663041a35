import { type Id, idOf } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'

/** A customer whose papers are verified, by number. */
export async function insertVerifiedCustomer(
  owner: Sql,
  number: number,
): Promise<{ readonly id: Id<'cus'>; readonly number: string }> {
  const id = idOf('cus', `cus_${String(7000 + number).padStart(26, '0')}`)
  const shown = String(20_000_000 + number)
  await owner`
    insert into customer (id, display_number, email, password_hash, identity_state, language, invite_code,
      disclaimer_agreed_at, privacy_agreed_at, created_at)
    values (${id}, ${shown}, ${`person-${number}@example.com`}, '', 'succ', 'es-ES', ${`V${number}`}, 0, 0, 0)`
  return { id, number: shown }
}

/** A decision written past the program, as whoever holds the connection of the runtime role could. */
export async function decideByHand(
  sql: Sql,
  decision: { readonly approvalId: string; readonly by: string; readonly at: number },
): Promise<void> {
  await sql`
    insert into approval_decision (approval_id, outcome, payload_hash, decided_by, reason, decided_at)
    select id, 'approved', payload_hash, ${decision.by}, 'agreed', ${decision.at} from approval
    where id = ${decision.approvalId}`
}

/** A proposal written the same way. */
export async function proposeByHand(
  sql: Sql,
  proposal: { readonly id: string; readonly maker: string; readonly at: number },
): Promise<void> {
  await sql`
    insert into approval (id, kind, subject, payload, payload_hash, reason, maker, created_at, expires_at)
    values (${proposal.id}, 'sample.act', ${`sample:${proposal.id}`}, '{}', encode(sha256('{}'), 'hex'), 'agreed',
      ${proposal.maker}, ${proposal.at}, ${proposal.at + 3_600_000})`
}

/** A guard of the database taken away, to see that it is what holds. */
export async function withoutTrigger(owner: Sql, table: string, trigger: string): Promise<void> {
  await owner`alter table ${owner(table)} disable trigger ${owner(trigger)}`
}

export async function withTrigger(owner: Sql, table: string, trigger: string): Promise<void> {
  await owner`alter table ${owner(table)} enable trigger ${owner(trigger)}`
}

/** What two accounts are made to have in common, one way at a time. */
export async function share(owner: Sql, what: string, one: string, other: string): Promise<void> {
  if (what === 'authenticator') {
    for (const id of [one, other]) {
      await owner`
        insert into operator_key (operator_id, key_hash, credential_id, at)
        values (${id}, sha256('the same key'), ${`key of ${id}`}, 0)`
    }
  } else if (what === 'papers') {
    for (const id of [one, other]) {
      await owner`insert into operator_paper (operator_id, mark) values (${id}, sha256('the same passport'))`
    }
  } else {
    const isAcceptance = what === 'acceptance'
    for (const id of [one, other]) {
      await owner`
        insert into operator_device (operator_id, device_hash, is_acceptance, counts_until)
        values (${id}, ${`the same ${what}`}, ${isAcceptance && id === one}, ${isAcceptance ? 0 : 9_999_999_999_999})`
    }
  }
}

/** Undoes what was shared. */
export async function unshare(owner: Sql): Promise<void> {
  await owner`delete from operator_key where key_hash = sha256('the same key')`
  await owner`delete from operator_paper where mark = sha256('the same passport')`
  await owner`delete from operator_device where device_hash like 'the same %'`
}

/** How many rows a question finds. */
export async function countDecided(owner: Sql, approvalId: string): Promise<number> {
  const [row] = await owner<{ count: bigint }[]>`
    select count(*) as count from approval_decision where approval_id = ${approvalId}`
  return Number(row?.count ?? 0n)
}

/** The model recorded of the key of an operator. */
export async function keyOf(owner: Sql, operatorId: string): Promise<{ readonly model: string | null } | undefined> {
  const [row] = await owner<{ model: string | null }[]>`
    select model from operator_key where operator_id = ${operatorId}`
  return row
}

/** Gives an account one role and no other, past the rules that make roles wait. */
export async function setRoles(owner: Sql, operatorId: string, role: string): Promise<void> {
  await owner`update operator set roles = ${[role]} where id = ${operatorId}`
}

/** The roles of an account, and whether it ended. */
export async function readRoles(
  owner: Sql,
  operatorId: string,
): Promise<{ readonly roles: readonly string[]; readonly isEnded: boolean }> {
  const [row] = await owner<{ roles: string[]; ended_at: bigint | null }[]>`
    select roles, ended_at from operator where id = ${operatorId}`
  return { roles: row?.roles ?? [], isEnded: row !== undefined && row.ended_at !== null }
}
