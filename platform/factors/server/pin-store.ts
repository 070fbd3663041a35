import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { PinKind } from '../domain/index.ts'

/** Six digits as stored. */
interface StoredPin {
  readonly hash: string
  readonly failures: number
  readonly lockedUntil: Instant | undefined
}

interface Row {
  readonly hash: string
  readonly failures: number
  readonly locked_until: bigint | null
}

const storedOf = (row: Row): StoredPin => ({
  hash: row.hash,
  failures: row.failures,
  lockedUntil: row.locked_until === null ? undefined : instant(Number(row.locked_until)),
})

export async function findPin(db: Db, customerId: Id<'cus'>, kind: PinKind): Promise<StoredPin | undefined> {
  const [row] = await db<Row[]>`select * from pin where customer_id = ${customerId} and kind = ${kind}`
  return row === undefined ? undefined : storedOf(row)
}

/** The same, locked: tries of one customer are checked one after the other, so no sixth slips in. */
export async function lockPin(tx: Tx, customerId: Id<'cus'>, kind: PinKind): Promise<StoredPin | undefined> {
  const [row] = await tx<Row[]>`select * from pin where customer_id = ${customerId} and kind = ${kind} for update`
  return row === undefined ? undefined : storedOf(row)
}

export async function savePinTries(
  tx: Tx,
  pin: { readonly customerId: Id<'cus'>; readonly kind: PinKind },
  state: { readonly failures: number; readonly lockedUntil: number | undefined },
): Promise<void> {
  await tx`
    update pin set failures = ${state.failures}, locked_until = ${state.lockedUntil ?? null}
    where customer_id = ${pin.customerId} and kind = ${pin.kind}`
}

export async function savePin(
  tx: Tx,
  pin: { readonly customerId: Id<'cus'>; readonly kind: PinKind; readonly hash: string; readonly at: Instant },
): Promise<void> {
  await tx`
    insert into pin (customer_id, kind, hash, set_at) values (${pin.customerId}, ${pin.kind}, ${pin.hash}, ${pin.at})
    on conflict (customer_id, kind) do update
      set hash = excluded.hash, set_at = excluded.set_at, failures = 0, locked_until = null`
}
