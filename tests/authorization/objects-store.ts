import type { Sql } from '@bolsillo/server-kit'

/** The shape of a password's hash, of which nobody knows the password. */
const noPassword = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

interface StoredPerson {
  readonly id: string
  readonly status: number
  readonly identity: string
}

/** Customers, in the state the matrix says they are in. */
export async function reviveCustomers(owner: Sql, people: readonly StoredPerson[]): Promise<void> {
  await owner`
    insert into customer (id, display_number, email, password_hash, status, identity_state, language, invite_code,
      disclaimer_agreed_at, privacy_agreed_at, created_at)
    select id, 10000000 + right(id, 6)::bigint, id || '@example.com', ${noPassword}, status, identity, 'es-ES', id, 0, 0, 0
    from unnest(${people.map(({ id }) => id)}::text[], ${people.map(({ status }) => status)}::integer[],
      ${people.map(({ identity }) => identity)}::text[]) as person (id, status, identity)
    on conflict (id) do update set status = excluded.status, identity_state = excluded.identity_state`
}

export interface RevivedSession {
  readonly id: string
  readonly customerId: string
  readonly tokenHash: Buffer
  readonly restricted: boolean
  readonly nowMs: number
  readonly expiresAt: number
}

/** A session as if it had just begun, however it ended. */
export async function reviveSession(owner: Sql, session: RevivedSession): Promise<void> {
  const { id, customerId, tokenHash, restricted, nowMs, expiresAt } = session
  await owner`
    insert into customer_session (id, customer_id, token_hash, device, address, restricted, created_at, last_seen_at,
      expires_at)
    values (${id}, ${customerId}, ${tokenHash}, 'matrix', '10.0.0.1', ${restricted}, ${nowMs}, ${nowMs}, ${expiresAt})
    on conflict (id) do update set created_at = ${nowMs}, last_seen_at = ${nowMs}, expires_at = ${expiresAt},
      ended_at = null, end_reason = null`
}

export interface RevivedOperator {
  readonly number: number
  readonly roles: readonly string[]
  readonly tokenHash: Buffer
  readonly nowMs: number
  readonly expiresAt: number
}

/** One of the staff, signed in as if just now. */
export async function reviveOperator(owner: Sql, operator: RevivedOperator): Promise<void> {
  const { number, roles, tokenHash, nowMs, expiresAt } = operator
  const body = String(number).padStart(26, '0')
  await owner`
    insert into operator (id, account, name, password_hash, roles, created_at)
    values (${`opr_${body}`}, ${`staff-${number}`}, ${`Staff ${number}`}, ${noPassword}, ${[...roles]}::text[], 0)
    on conflict (id) do nothing`
  // The wait of new powers is over: what is asked here is what a role may, not from when on.
  await owner`
    update operator set roles = ${[...roles]}::text[], waiting_roles = '{}', powers_from = 0 where id = ${`opr_${body}`}`
  await owner`
    insert into operator_session (id, operator_id, token_hash, created_at, last_seen_at, expires_at)
    values (${`ses_${String(900 + number).padStart(26, '0')}`}, ${`opr_${body}`}, ${tokenHash}, ${nowMs}, ${nowMs},
      ${expiresAt})
    on conflict (id) do update set created_at = ${nowMs}, last_seen_at = ${nowMs}, expires_at = ${expiresAt},
      ended_at = null`
}

/** What a request writes about itself, whoever asks: no state of anybody. */
const ownNotes = [
  'idempotency_record',
  'sign_in_attempt',
  'captcha_used',
  'customer_session',
  'operator_session',
  'session_change',
  'market_recording',
]

/** Lets the database count every row that is written from now on, in the transaction that writes it. */
export async function countWrites(owner: Sql): Promise<void> {
  await owner.unsafe(`
    create table matrix_write (id bigint generated always as identity primary key, place text not null);
    create function matrix_note() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into matrix_write (place) values (tg_table_name);
      return null;
    end $$;
    do $$
    declare name text;
    begin
      for name in select tablename from pg_tables where schemaname = 'public'
        and tablename <> 'matrix_write' and tablename <> all (array[${ownNotes.map((table) => `'${table}'`).join(', ')}])
      loop
        execute format('create trigger zz_matrix after insert or update or delete on %I
          for each row execute function matrix_note()', name);
      end loop;
    end $$;
    grant select on matrix_write to bolsillo_app;`)
}

/** How many rows were written so far, and where the last ones were. */
export async function readWrites(owner: Sql): Promise<{ readonly count: number; readonly last: string }> {
  const [row] = await owner<{ count: bigint; last: string | null }[]>`
    select count(*) as count, max(place) filter (where id > (select max(id) - 3 from matrix_write)) as last
    from matrix_write`
  return { count: Number(row?.count ?? 0n), last: row?.last ?? '' }
}

/** One object of each kind, of one customer. @returns their ids by prefix. */
export async function makeObjects(
  owner: Sql,
  customerId: string,
  nowMs: number,
): Promise<Readonly<Record<string, string>>> {
  const id = (prefix: string): string => `${prefix}_${'4'.padStart(26, '0')}`
  await owner`
    insert into destination (id, customer_id, kind, instruction, number, added_at, usable_at)
    values (${id('dst')}, ${customerId}, 'clabe', '{"kind":"clabe","clabe":"002010077777777771","holder":"Owner"}',
      '002010077777777771', 0, 0)`
  await owner`
    insert into withdrawal (id, customer_id, destination_id, channel, asset, amount, fee, vat, net, hold_id,
      requested_at, changed_at)
    values (${id('wdr')}, ${customerId}, ${id('dst')}, 'spei-mxn', 'MXN', 1000, 10, 0, 990, ${id('hld')}, ${nowMs}, ${nowMs})`
  await owner`
    insert into deposit (id, customer_id, channel, rail_id, method, asked_asset, asked_minor, asset, stage, created_at,
      updated_at)
    values (${id('dep')}, ${customerId}, 'spei-mxn', 'test-spei', 'spei', 'MXN', 1000, 'MXN', 'awaiting-payment',
      ${nowMs}, ${nowMs})`
  await owner`
    insert into stored_file (id, customer_id, purpose, bytes, width, height, created_at)
    values (${id('fil')}, ${customerId}, 'deposit-proof', 10, 1, 1, ${nowMs})`
  await owner`
    insert into trade_order (order_id, customer_id, product, purse, venue, instrument_id, side, type, time_in_force,
      post_only, currency, currency_scale, fee_schedule, received_at, accepted_at, state, quantity, worst_price,
      filled_quantity, filled_exact, filled_amount, fee, vat, held, priority, updated_at, step_count)
    values (${id('ord')}, ${customerId}, 'stock', 'stock', 'simulated', 'WALMEX.MX', 'buy', 'limit', 'day', false, 'MXN',
      2, 'standard', ${nowMs}, ${nowMs}, 'open', 10, 100, 0, 0, 0, 0, 0, 0, 1, ${nowMs}, 1)`
  return {
    dst: id('dst'),
    wdr: id('wdr'),
    dep: id('dep'),
    fil: id('fil'),
    ord: id('ord'),
    ses: `ses_${'103'.padStart(26, '0')}`,
  }
}

/** The tables written since a number, and the last number. */
export async function readWritesSince(
  owner: Sql,
  since: number,
): Promise<{ readonly last: number; readonly places: readonly string[] }> {
  const [row] = await owner<{ last: bigint | null; places: string[] | null }[]>`
    select max(id) as last, array_agg(distinct place) as places from matrix_write where id > ${since}`
  return { last: Math.max(since, Number(row?.last ?? 0n)), places: row?.places ?? [] }
}

/** Every column of every table, as `table.column`. */
export async function findColumns(owner: Sql): Promise<readonly string[]> {
  const rows = await owner<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = 'public'`
  return rows.map(({ name }) => name)
}
