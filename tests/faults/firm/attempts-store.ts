import type { Sql } from '@bolsillo/server-kit'
import { newTestKey } from '@bolsillo/test-kit'

// What an attack writes past the program, as whoever holds the login of the server, or owns the database, could.

/** A withdrawal refused by nobody. */
export async function writeRefusal(sql: Sql, withdrawalId: string): Promise<void> {
  await sql`update withdrawal set state = 'fail', fail_reason = 'asked-twice' where id = ${withdrawalId}`
}

/** The hold that began last. */
export async function readLastHold(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from withdrawal_hold order by from_at desc, id desc limit 1`
  return row?.id ?? ''
}

/** Held money given to a customer, undone when it was possible; then it throws `Undone`. */
export async function stealDeposit(sql: Sql, depositId: string, customerId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      update deposit set stage = 'credited', entry_id = 'x', credited_minor = 5000, ended_at = 1,
        customer_id = ${customerId} where id = ${depositId}`
    throw new Undone()
  })
}

/** Says that an attack went through and was taken back. */
export class Undone extends Error {
  override name = 'Undone'
}

/** The deposit of a movement on a statement. */
export async function readDeposit(owner: Sql, externalId: string): Promise<{ id: string; stage: string } | undefined> {
  const [row] = await owner<{ id: string; stage: string }[]>`
    select id, stage from deposit where external_id = ${externalId}`
  return row
}

/** An approved proposal of a kind that credits by hand, and a credit counted for it. */
export async function writeApprovedCredit(
  owner: Sql,
  credit: { readonly maker: string; readonly by: string; readonly minor: bigint },
): Promise<string> {
  const id = `apv_${newTestKey()}`
  await owner.begin(async (tx) => {
    await tx`
      insert into approval (id, kind, subject, payload, payload_hash, reason, maker, created_at, expires_at)
      values (${id}, 'deposit.confirm-offline', ${id}, '{}', encode(sha256('{}'), 'hex'), 'x', ${credit.maker}, 1, 3600001)`
    await tx`
      insert into approval_decision (approval_id, outcome, payload_hash, decided_by, reason, decided_at)
      values (${id}, 'approved', encode(sha256('{}'), 'hex'), ${credit.by}, 'x', 2)`
    await tx`
      insert into by_hand_credit (approval_id, kind, subject, asset, minor, at)
      values (${id}, 'returned', 'x', 'MXN', ${credit.minor}, 1)`
  })
  return id
}

/** A line of a statement used for an approval. */
export async function writeLineUse(sql: Sql, lineId: string, approvalId: string): Promise<void> {
  await sql`insert into bank_line_use (line_id, approval_id) values (${lineId}, ${approvalId})`
}

/** A larger amount on a line of a statement. */
export async function writeLineAmount(sql: Sql, lineId: string): Promise<void> {
  await sql`update bank_statement_line set minor = 77700000 where id = ${lineId}`
}

/** A balance edited. */
export async function editBalance(owner: Sql, account: string, minor: bigint): Promise<void> {
  await owner`
    update ledger_balance set posted = posted + ${minor}
    where account_no = (select account_no from ledger_account where id = ${account})`
}

/** The entries' grammar in force, or not. */
export async function setGrammar(owner: Sql, inForce: boolean): Promise<void> {
  if (inForce) await owner`alter table journal_block enable trigger check_entries`
  else await owner`alter table journal_block disable trigger check_entries`
}

/** A guard of a table in force, or not. */
export async function setTrigger(owner: Sql, table: string, trigger: string, inForce: boolean): Promise<void> {
  const how = inForce ? owner`enable` : owner`disable`
  await owner`alter table ${owner(table)} ${how} trigger ${owner(trigger)}`
}

/** The texts of the latest messages of the practice market rewritten. */
export async function rewriteMessages(sql: Sql): Promise<void> {
  await sql`update practice_message set code = '000000'`
}

/** The pictures of a case. */
export async function readPictures(owner: Sql, caseId: string): Promise<readonly string[]> {
  const rows = await owner<{ file_id: string }[]>`select file_id from stored_file_use where case_id = ${caseId}`
  return rows.map(({ file_id }) => file_id)
}

/** What a customer's own log says was done about them, oldest first. */
export async function readOwnLog(owner: Sql, customerId: string): Promise<readonly string[]> {
  const rows = await owner<{ action: string }[]>`
    select action from audit_entry where subject = ${customerId} order by seq`
  return rows.map(({ action }) => action)
}
