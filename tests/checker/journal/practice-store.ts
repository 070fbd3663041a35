import type { BooksRead } from '../books-store.ts'

/** What customers shortened for themselves in the practice market, and what the audit has of it. */
export interface PracticeRows {
  readonly what: string
  readonly customerId: string
  /** How often they did, by the rows, and by the records of the audit. */
  readonly rows: bigint
  readonly records: bigint
}

/** The mode of the installation; undefined where no row says it. */
export async function readMode(read: BooksRead): Promise<string | undefined> {
  const [row] = await read<{ mode: string }[]>`select mode from installation`
  return row?.mode
}

/** Every customer with rows of the practice market. Of a day that passed, all locks that were lifted bear one time. */
export async function readPracticeRows(read: BooksRead): Promise<readonly PracticeRows[]> {
  const rows = await read<{ what: string; customer_id: string; rows: string; records: string }[]>`
    select kept.what, kept.customer_id, kept.rows::text,
      (select count(*) from audit_index where subject = kept.customer_id and action = kept.action)::text as records
    from (
      select 'destination_wait_passed' as what, 'withdrawals.practice-wait' as action, customer_id, count(*) as rows
      from destination_wait_passed group by customer_id
      union all
      select 'position_lock_passed', 'stocks.practice-day', customer_id, count(distinct passed_at)
      from position_lock_passed group by customer_id
    ) as kept order by kept.what, kept.customer_id`
  return rows.map((row) => ({
    what: row.what,
    customerId: row.customer_id,
    rows: BigInt(row.rows),
    records: BigInt(row.records),
  }))
}
