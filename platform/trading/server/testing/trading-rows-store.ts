import type { TestDatabase } from '@bolsillo/test-kit'

const tables = {
  trade_order: 'order_id',
  trade_fill: 'fill_id',
  position: 'customer_id, instrument_id',
  position_lock: 'customer_id, instrument_id, sellable_at',
} as const

/** Every row of trading's tables that follow from acts. */
export async function tradingRowsIn({ owner }: TestDatabase): Promise<Record<string, Record<string, unknown>[]>> {
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const [table, key] of Object.entries(tables))
    rows[table] = [...(await owner.unsafe(`select * from ${table} order by ${key}`))]
  return rows
}

/** The columns of a table, by name. */
export async function columnsOf({ owner }: TestDatabase, table: string): Promise<readonly string[]> {
  const rows = await owner<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attname`
  return rows.map(({ name }) => name)
}

/** Does what nobody should: as the superuser, with triggers off. */
export async function tamperWith({ owner }: TestDatabase, statements: string): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statements)
  })
}

/** Whoever edits as the owner takes away what is in the way first. */
export async function loosen(database: TestDatabase): Promise<void> {
  await tamperWith(
    database,
    `do $$ declare one record; begin
      for one in select conrelid::regclass as place, conname from pg_constraint
        where contype = 'c' and conrelid in (${Object.keys(tables)
          .map((table) => `'${table}'::regclass`)
          .join(', ')}) loop
        execute format('alter table %s drop constraint %I', one.place, one.conname);
      end loop; end $$`,
  )
}

/** Every order as an installation had it that wrote no acts of orders. */
export async function forgetActs(database: TestDatabase): Promise<void> {
  await tamperWith(
    database,
    `insert into order_step select order_id, 1, step_count, 'received 1 - - - - - -' || repeat('|held 1 - - - - - -', step_count - 1)
       from trade_order;
     update trade_order set last_act = null`,
  )
}

/** Records the rows there are as earlier rows, as the migration does in an existing installation. */
export async function upgrade(database: TestDatabase, migration: string): Promise<void> {
  const statements = migration
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .filter((statement) => statement.trim().startsWith('INSERT INTO trade_before'))
  await tamperWith(
    database,
    `truncate trade_before, trade_before_id, trade_before_order, trade_before_position, trade_before_lock;
     delete from act_queue where subject = 'trade_before'; delete from row_salt where table_name = 'trade_before';
     ${statements.join(';')}; select commit_rows('trade_before')`,
  )
}
