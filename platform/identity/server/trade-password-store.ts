import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** A trade password as stored. */
export interface StoredTradePassword {
  readonly hash: string
  readonly failures: number
  readonly lockedUntil: Instant | undefined
}

interface Row {
  readonly hash: string
  readonly failures: number
  readonly locked_until: bigint | null
}

const storedOf = (row: Row): StoredTradePassword => ({
  hash: row.hash,
  failures: row.failures,
  lockedUntil: row.locked_until === null ? undefined : instant(Number(row.locked_until)),
})

export async function findTradePassword(db: Db, customerId: Id<'cus'>): Promise<StoredTradePassword | undefined> {
  const [row] = await db<Row[]>`select * from trade_password where customer_id = ${customerId}`
  return row === undefined ? undefined : storedOf(row)
}

/** The same, locked: tries of one customer are checked one after the other, so no sixth slips in. */
export async function lockTradePassword(tx: Tx, customerId: Id<'cus'>): Promise<StoredTradePassword | undefined> {
  const [row] = await tx<Row[]>`select * from trade_password where customer_id = ${customerId} for update`
  return row === undefined ? undefined : storedOf(row)
}

export async function saveTradeTries(
  tx: Tx,
  customerId: Id<'cus'>,
  state: { readonly failures: number; readonly lockedUntil: number | undefined },
): Promise<void> {
  await tx`
    update trade_password set failures = ${state.failures}, locked_until = ${state.lockedUntil ?? null}
    where customer_id = ${customerId}`
}

export async function saveTradePassword(tx: Tx, customerId: Id<'cus'>, hash: string, at: Instant): Promise<void> {
  await tx`
    insert into trade_password (customer_id, hash, set_at) values (${customerId}, ${hash}, ${at})
    on conflict (customer_id) do update
      set hash = excluded.hash, set_at = excluded.set_at, failures = 0, locked_until = null`
}
