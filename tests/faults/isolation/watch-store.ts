import { connect, type DatabaseAddress, type Sql } from '@bolsillo/server-kit'

/** Says whether a connection waits for a lock somebody else holds. */
export interface LockWatch {
  readonly isWaiting: () => Promise<boolean>
}

/** Watches the connections of an application name. */
export function watchLocks(sql: Sql, application: string): LockWatch {
  return {
    isWaiting: async () => {
      const [row] = await sql<{ waits: boolean }[]>`
        select coalesce(bool_or(wait_event_type = 'Lock'), false) as waits from pg_stat_activity
        where application_name = ${application} and datname = current_database()`
      return row?.waits === true
    },
  }
}

/** A pool of one connection that can be watched under its name. */
export function lanePool(address: DatabaseAddress, application: string): Sql {
  return connect(address, { connectionsMax: 1, name: application })
}

/** What a customer has and what of it is reserved, in every asset, as one text. */
export async function holdingsOf(sql: Sql, customerId: string): Promise<string> {
  const rows = await sql<{ asset: string; posted: bigint; held: bigint }[]>`
    select account.asset, balance.posted, balance.held
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.owner = ${customerId} and (balance.posted <> 0 or balance.held <> 0) order by account.asset`
  return rows.map(({ asset, posted, held }) => `${asset} ${posted}/${held}`).join(', ')
}

/** How often the database ended a wait in a circle. */
export async function countDeadlocks(sql: Sql): Promise<number> {
  const [row] = await sql<{ deadlocks: bigint }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  return Number(row?.deadlocks ?? 0)
}

/** What some accounts have together, and the least any of them can spend: one statement, so one moment. */
export async function readTotals(
  sql: Sql,
  accounts: readonly string[],
): Promise<{ readonly total: bigint; readonly least: bigint; readonly accounts: number }> {
  const [row] = await sql<{ total: string; least: string; accounts: number }[]>`
    select sum(balance.posted)::text as total, min(balance.posted - balance.held)::text as least, count(*)::int as accounts
    from ledger_account as account join ledger_balance as balance using (account_no)
    where account.id = any (${accounts}::text[])`
  return { total: BigInt(row?.total ?? 0), least: BigInt(row?.least ?? 0), accounts: row?.accounts ?? 0 }
}
