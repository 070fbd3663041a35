import type { Sql, Tx } from '@bolsillo/server-kit'

/** The table of the control: what was credited, with nothing that keeps a payment from standing there twice. */
export async function makeNaiveBook(sql: Sql): Promise<void> {
  await sql`create table if not exists naive_credit (external_id text not null)`
  await sql`grant select, insert on naive_credit to public`
}

/** Whether a payment was credited, as far as this transaction can see. */
export async function wasCredited(tx: Tx, externalId: string): Promise<boolean> {
  const rows = await tx`select from naive_credit where external_id = ${externalId}`
  return rows.length > 0
}

export async function noteCredited(tx: Tx, externalId: string): Promise<void> {
  await tx`insert into naive_credit (external_id) values (${externalId})`
}
