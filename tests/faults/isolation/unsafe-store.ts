import type { Sql, Tx } from '@bolsillo/server-kit'

// A bank as somebody would write it who has not thought of others: the control of the experiment.

/** Its one table: purses with money in them. */
export async function openUnsafeBank(owner: Sql): Promise<void> {
  await owner`create table unsafe_purse (name text primary key, amount integer not null)`
  await owner`grant select, insert, update on unsafe_purse to bolsillo_app`
}

export async function fillPurses(sql: Sql, names: readonly string[], amount: number): Promise<void> {
  await sql`
    insert into unsafe_purse (name, amount) select name, ${amount} from unnest(${names}::text[]) as wanted (name)
    on conflict (name) do update set amount = excluded.amount`
}

/** What is in the purses together, and the least that is in one. */
export async function readPurses(sql: Sql, names: readonly string[]): Promise<{ total: number; least: number }> {
  const [row] = await sql<{ total: number; least: number }[]>`
    select sum(amount)::int as total, min(amount) as least from unsafe_purse where name = any (${names}::text[])`
  return { total: row?.total ?? 0, least: row?.least ?? 0 }
}

/** READ COMMITTED, read, decide, write; with the row locked by the reading, or not. */
export async function spendFrom(
  tx: Tx,
  name: string,
  amount: number,
  options: { readonly lock: boolean },
): Promise<string> {
  const lock = options.lock ? tx`for update` : tx``
  const [row] = await tx<{ amount: number }[]>`select amount from unsafe_purse where name = ${name} ${lock}`
  const left = (row?.amount ?? 0) - amount
  if (left < 0) return 'refused'
  await tx`update unsafe_purse set amount = ${left} where name = ${name}`
  return 'spent'
}

/** REPEATABLE READ over two purses that together must not fall below zero: each spends its own if both together have it. */
export async function spendTogether(tx: Tx, names: readonly string[], own: string, amount: number): Promise<string> {
  const [row] = await tx<{ total: number }[]>`
    select sum(amount)::int as total from unsafe_purse where name = any (${names}::text[])`
  if ((row?.total ?? 0) < amount) return 'refused'
  await tx`update unsafe_purse set amount = amount - ${amount} where name = ${own}`
  return 'spent'
}

/** Moves money between two purses, reading both and writing both, without a lock. */
export async function moveUnsafely(tx: Tx, from: string, to: string, amount: number): Promise<void> {
  const rows = await tx<{ name: string; amount: number }[]>`
    select name, amount from unsafe_purse where name in (${from}, ${to})`
  const has = new Map(rows.map((row) => [row.name, row.amount]))
  if ((has.get(from) ?? 0) < amount) return
  await tx`update unsafe_purse set amount = ${(has.get(from) ?? 0) - amount} where name = ${from}`
  await tx`update unsafe_purse set amount = ${(has.get(to) ?? 0) + amount} where name = ${to}`
}
