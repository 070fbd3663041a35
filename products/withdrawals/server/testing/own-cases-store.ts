import { type Sql, transaction } from '@bolsillo/server-kit'

/** Makes a customer of a test the customer account of somebody of the staff. */
export async function makeStaffOf(owner: Sql, operatorId: string, customerId: string): Promise<void> {
  await transaction(
    owner,
    async (tx) => {
      await tx`
        insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
          privacy_agreed_at, created_at)
        values (${customerId}, 10009999, '+525555559999', '', 'es-ES', 'IOWN9999', 0, 0, 0) on conflict do nothing`
      await tx`
        insert into operator (id, account, name, password_hash, roles, created_at, person)
        values (${operatorId}, ${operatorId}, 'Carlos', '', '{treasury}', 1, ${customerId})`
    },
    { cause: 'job:staff-of-a-test' },
  )
}

/** A refusal by plain SQL. */
export async function refuseByHand(sql: Sql, withdrawalId: string, by: string): Promise<void> {
  await sql`
    insert into withdrawal_event (withdrawal_id, at, what, state, actor) values (${withdrawalId}, 1, 'refused', 'fail', ${by})`
}

/** A hold by plain SQL. */
export async function holdByHand(sql: Sql, withdrawalId: string, by: string): Promise<void> {
  await sql`
    insert into withdrawal_hold (id, withdrawal_id, customer_id, reason, legal, maker, from_at, until_at)
    select ${`whd_${withdrawalId}`}, id, customer_id, 'name-check', false, ${by}, 1, 2 from withdrawal where id = ${withdrawalId}`
}
