import { createHash } from 'node:crypto'
import { readAccountNames, readActsSince } from '@bolsillo/checker/journal/acts-since-store'
import type { Id } from '@bolsillo/kernel'
import { type Db, type Sql, type Tx, transaction } from '@bolsillo/server-kit'

/** A customer of a race, as the database is given them. */
export interface NewRacer {
  readonly customerId: Id<'cus'>
  readonly sessionId: Id<'ses'>
  readonly token: string
  readonly number: number
}

const phoneOf = (number: number): string => `+5255${String(60_000_000 + number)}`

/** The phone number of a racer. */
export const accountOf = phoneOf

/**
 * Makes customers with the passwords of a customer who exists, and a session for each that may trade: a hundred sign-ups
 * by call would be a minute of hashing and puzzles that prove nothing here.
 */
export async function insertRacers(sql: Sql, racers: readonly NewRacer[], like: string, at: number): Promise<void> {
  const ids = racers.map(({ customerId }) => customerId)
  const numbers = racers.map(({ number }) => number)
  const sign = async (tx: Tx): Promise<void> => {
    await tx`
    insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
      privacy_agreed_at, created_at)
    select racer.id, 10000000 + racer.number, racer.phone, model.password_hash, model.language, 'R' || racer.number,
      ${at}::bigint, ${at}::bigint, ${at}::bigint
    from unnest(${ids}::text[], ${numbers}::integer[], ${numbers.map(phoneOf)}::text[]) as racer (id, number, phone),
      customer as model
    where ${like} in (model.phone, model.email)`
    await tx`
    insert into pin (customer_id, kind, hash, set_at)
    select racer.id, model.kind, model.hash, ${at}::bigint
    from unnest(${ids}::text[]) as racer (id),
      pin as model join customer on customer.id = model.customer_id
    where ${like} in (customer.phone, customer.email)`
  }
  await transaction(sql, sign, { cause: 'job:race' })
  await renewSessions(sql, racers, at)
}

/** Gives racers sessions that are alive at an instant, and may trade without the trade password. */
export async function renewSessions(sql: Sql, racers: readonly NewRacer[], at: number): Promise<void> {
  const ids = racers.map(({ customerId }) => customerId)
  const sessions = racers.map(({ sessionId }) => sessionId)
  const hashes = racers.map(({ token }) => createHash('sha256').update(token).digest('hex'))
  const until = at + 11 * 3_600_000
  await sql`
    insert into customer_session (id, customer_id, token_hash, device, address, restricted, created_at, last_seen_at,
      expires_at)
    select racer.id, racer.customer_id, decode(racer.hash, 'hex'), 'race', '127.0.0.1', false, ${at}::bigint,
      ${at}::bigint, ${until}::bigint
    from unnest(${sessions}::text[], ${ids}::text[], ${hashes}::text[]) as racer (id, customer_id, hash)
    on conflict (id) do update set created_at = excluded.created_at, last_seen_at = excluded.last_seen_at,
      expires_at = excluded.expires_at, ended_at = null, end_reason = null`
  const authorise = (tx: Tx) => tx`
    insert into trade_authorisation (session_id, customer_id, authorised_at, until_at)
    select racer.id, racer.customer_id, ${at}::bigint, ${until}::bigint
    from unnest(${sessions}::text[], ${ids}::text[]) as racer (id, customer_id)
    on conflict (session_id) do update set authorised_at = excluded.authorised_at, until_at = excluded.until_at`
  await transaction(sql, authorise, { cause: 'job:race' })
}

/** What a customer has of an asset, and what of it is reserved: the sums of the postings, not the kept balance. */
export async function sumPostings(
  sql: Sql,
  customerId: string,
  asset: string,
): Promise<{ readonly posted: bigint; readonly held: bigint }> {
  const names = await readAccountNames(sql)
  const wanted = `${customerId}:stock:${asset}`
  const sum = { posted: 0n, held: 0n }
  for (const { postings } of await readActsSince(sql, 0n))
    for (const { account, posted, held } of postings)
      if (names.get(account) === wanted) {
        sum.posted += posted
        sum.held += held
      }
  return sum
}

/** How many orders, executed conversions and practice grants a customer has. */
export async function countEffects(
  sql: Sql,
  customerId: string,
): Promise<{ readonly orders: number; readonly conversions: number; readonly grants: number }> {
  const [row] = await sql<{ orders: number; grants: number }[]>`
    select (select count(*)::integer from trade_order where customer_id = ${customerId}) as orders,
      (select count(*)::integer from ledger_practice_grant where customer_id = ${customerId}) as grants`
  const acts = await readActsSince(sql, 0n)
  const conversions = acts.filter(({ actor, kind }) => actor === customerId && kind === 'conversion').length
  return { orders: row?.orders ?? 0, conversions, grants: row?.grants ?? 0 }
}

/** An order as its row has it, with the sum of its fills. Whole units of the instrument. */
export interface OrderRow {
  readonly id: string
  readonly state: string
  readonly quantity: bigint
  readonly filled: bigint
  readonly fills: bigint
  readonly held: bigint
}

/** Orders by their ids. */
export async function findOrderRows(sql: Sql, orderIds: readonly string[]): Promise<readonly OrderRow[]> {
  return await sql<OrderRow[]>`
    select order_id as id, state, coalesce(quantity, 0)::bigint as quantity, filled_quantity as filled, held,
      coalesce((select sum(fill.quantity) from trade_fill fill where fill.order_id = placed.order_id), 0)::bigint as fills
    from trade_order as placed where order_id = any(${[...orderIds]}::text[]) order by order_id`
}

/** The sales, or the purchases, of one share by one customer, exits that wait included. */
export async function findOrdersOf(
  sql: Sql,
  customerId: string,
  symbol: string,
  side: 'buy' | 'sell',
): Promise<readonly OrderRow[]> {
  const ids = await sql<{ id: string }[]>`
    select order_id as id from trade_order
    where customer_id = ${customerId} and instrument_id = ${symbol} and side = ${side}`
  return await findOrderRows(
    sql,
    ids.map(({ id }) => id),
  )
}

/** The live sessions of a customer that were opened with a call, not given by the race. */
export async function countLiveSessions(sql: Sql, customerId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from customer_session
    where customer_id = ${customerId} and ended_at is null and device <> 'race'`
  return row?.count ?? 0
}

/** Plants the bug of a writer that forgets to note which keys it has answered. */
export async function forgetKeys(sql: Sql, forget: boolean): Promise<void> {
  await sql.unsafe(
    forget
      ? `create function forget_key() returns trigger language plpgsql as $$ begin return null; end $$;
         create trigger forget_key before insert on idempotency_record for each row execute function forget_key()`
      : 'drop trigger forget_key on idempotency_record; drop function forget_key()',
  )
}

/** Makes a purse in a table of its own: the control for races about one balance. */
export async function makePurse(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create table naive_purse (amount integer not null);
    insert into naive_purse values (0);
    grant select, update on naive_purse to bolsillo_app`)
}

/** Puts an amount into the purse. */
export async function fillPurse(sql: Sql, amount: number): Promise<void> {
  await sql`update naive_purse set amount = ${amount}`
}

/** What is in the purse; with `lock`, nobody else sees or changes it until the transaction ends. */
export async function readPurse(db: Db, lock: boolean): Promise<number> {
  const [row] = lock
    ? await db<{ amount: number }[]>`select amount from naive_purse for update`
    : await db<{ amount: number }[]>`select amount from naive_purse`
  return row?.amount ?? 0
}

/** Takes an amount out of the purse, whatever is in it. */
export async function takeFromPurse(tx: Tx, amount: number): Promise<void> {
  await tx`update naive_purse set amount = amount - ${amount}`
}

/** Transactions of the server that stand open with nothing to do for longer than this. */
export async function countLeakedTransactions(sql: Sql, olderThanMs: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name like 'bolsillo%' and state like 'idle in transaction%'
      and state_change < clock_timestamp() - make_interval(secs => ${olderThanMs / 1000})`
  return row?.count ?? 0
}
