import { type Sql, transaction } from '@bolsillo/server-kit'

/** Registers a customer under an id and marks them as one of the demo's, as the seeding does: in one transaction. */
export async function insertDemoCustomer(owner: Sql, id: string, number: number): Promise<void> {
  await transaction(
    owner,
    async (tx) => {
      await tx`
        insert into customer (id, display_number, email, password_hash, language, invite_code, disclaimer_agreed_at,
          privacy_agreed_at, created_at)
        values (${id}, ${10_000_000 + number}, ${`demo${number}@bolsillo.example`}, 'none', 'es-ES', ${`DEMO${number}`}, 1, 1, 1)`
      await tx`insert into demo_account (customer_id, at) values (${id}, 1)`
    },
    { cause: 'job:demo-customer' },
  )
}
