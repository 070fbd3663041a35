import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Destination } from '@bolsillo/payments/domain'
import type { Db, Tx } from '@bolsillo/server-kit'
import { destinationNumber, networkOf } from '../../domain/index.ts'

/** What a bank may ask for besides; kept as typed. */
export interface DestinationExtra {
  readonly bankCode?: string
  readonly bankAddress?: string
  readonly payeeAddress?: string
  readonly rfc?: string
}

/** A destination. It never changes, except that it can be removed. */
export interface StoredDestination {
  readonly id: Id<'dst'>
  readonly customerId: Id<'cus'>
  readonly destination: Destination
  readonly label: string | undefined
  readonly extra: DestinationExtra
  readonly isOrigin: boolean
  readonly addedAt: Instant
  readonly usableAt: Instant
  readonly removedAt: Instant | undefined
}

interface Row {
  readonly id: string
  readonly customer_id: string
  readonly instruction: Destination
  readonly label: string | null
  readonly extra: DestinationExtra
  readonly is_origin: boolean
  readonly added_at: bigint
  readonly usable_at: bigint
  readonly removed_at: bigint | null
  /** When its owner let the wait pass, in the practice market. */
  readonly passed_at: bigint | null
}

function storedDestination(row: Row): StoredDestination {
  return {
    id: idOf('dst', row.id),
    customerId: idOf('cus', row.customer_id),
    destination: row.instruction,
    label: row.label ?? undefined,
    extra: row.extra,
    isOrigin: row.is_origin,
    addedAt: instant(Number(row.added_at)),
    usableAt: instant(Number(row.passed_at ?? row.usable_at)),
    removedAt: row.removed_at === null ? undefined : instant(Number(row.removed_at)),
  }
}

/** Destinations with what was passed of their wait. */
const destinations = (db: Db) => db`(
  select destination.*, passed.passed_at from destination left join destination_wait_passed passed
    on passed.destination_id = destination.id
) as destination`

/** Takes the lock under which everything about one customer's withdrawals happens one after the other. */
export async function lockCustomer(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`insert into withdrawal_customer (customer_id) values (${customerId}) on conflict do nothing`
  await tx`select 1 from withdrawal_customer where customer_id = ${customerId} for update`
}

/** Keeps a new destination. */
export async function insertDestination(tx: Tx, stored: StoredDestination): Promise<void> {
  const { id, customerId, destination, label, extra, isOrigin, addedAt, usableAt } = stored
  await tx`
    insert into destination (
      id, customer_id, kind, instruction, number, network, label, extra, is_origin, added_at, usable_at
    ) values (
      ${id}, ${customerId}, ${destination.kind}, ${tx.json({ ...destination })}, ${destinationNumber(destination)},
      ${networkOf(destination) ?? null}, ${label ?? null}, ${tx.json({ ...extra })}, ${isOrigin}, ${addedAt}, ${usableAt}
    )`
}

/** The customer's own destination that is still on the list. */
export async function findDestination(
  db: Db,
  customerId: Id<'cus'>,
  id: Id<'dst'>,
): Promise<StoredDestination | undefined> {
  const [row] = await db<Row[]>`
    select * from ${destinations(db)} where id = ${id} and customer_id = ${customerId} and removed_at is null`
  return row === undefined ? undefined : storedDestination(row)
}

/** Destinations by id, also those taken off the list: past withdrawals name them. */
export async function findDestinations(
  db: Db,
  ids: readonly Id<'dst'>[],
): Promise<ReadonlyMap<Id<'dst'>, StoredDestination>> {
  if (ids.length === 0) return new Map()
  const rows = await db<Row[]>`select * from ${destinations(db)} where id = any (${[...ids]}::text[])`
  return new Map(rows.map((row) => [idOf('dst', row.id), storedDestination(row)]))
}

/** What a customer has on their list, newest first; what was made by a return to origin is not on it. */
export async function listDestinations(db: Db, customerId: Id<'cus'>): Promise<readonly StoredDestination[]> {
  const rows = await db<Row[]>`
    select * from ${destinations(db)}
    where customer_id = ${customerId} and removed_at is null and not is_origin order by id desc`
  return rows.map(storedDestination)
}

/** The destination a return to origin made before, if it did. */
export async function findOriginDestination(
  db: Db,
  customerId: Id<'cus'>,
  destination: Destination,
): Promise<StoredDestination | undefined> {
  const [row] = await db<Row[]>`
    select * from ${destinations(db)}
    where customer_id = ${customerId} and is_origin and removed_at is null and kind = ${destination.kind}
      and number = ${destinationNumber(destination)} and network is not distinct from ${networkOf(destination) ?? null}`
  return row === undefined ? undefined : storedDestination(row)
}

/** Takes a destination off the list. @returns false when it is not on it. */
export async function removeDestination(tx: Tx, customerId: Id<'cus'>, id: Id<'dst'>, at: Instant): Promise<boolean> {
  const gone = await tx`
    update destination set removed_at = ${at}
    where id = ${id} and customer_id = ${customerId} and removed_at is null and not is_origin`
  return gone.count === 1
}

/** Ends the wait of a destination, once. @returns false when its owner did so before. */
export async function passWait(tx: Tx, customerId: Id<'cus'>, id: Id<'dst'>, at: Instant): Promise<boolean> {
  const passed = await tx`
    insert into destination_wait_passed (destination_id, customer_id, passed_at) values (${id}, ${customerId}, ${at})
    on conflict (destination_id) do nothing`
  return passed.count === 1
}

/** Whether a withdrawal to it is on its way. */
export async function isDestinationInUse(db: Db, id: Id<'dst'>): Promise<boolean> {
  const rows = await db`
    select 1 from withdrawal where destination_id = ${id} and state in ('under-review', 'doing') limit 1`
  return rows.length > 0
}

/** How often a destination was paid to, and when last. */
export async function findDestinationUse(
  db: Db,
  id: Id<'dst'>,
): Promise<{ readonly withdrawals: number; readonly lastUsedAt: Instant | undefined }> {
  const [row] = await db<{ count: number; last: bigint | null }[]>`
    select count(*)::int as count, max(changed_at) as last from withdrawal
    where destination_id = ${id} and state = 'complete'`
  const last = row?.last ?? null
  return { withdrawals: row?.count ?? 0, lastUsedAt: last === null ? undefined : instant(Number(last)) }
}

/** Names under which customers have, or had, an account among their destinations. */
export async function holdersOfDestination(db: Db, destination: Destination): Promise<readonly string[]> {
  const rows = await db<{ holder: string }[]>`
    select distinct instruction ->> 'holder' as holder from destination
    where number = ${destinationNumber(destination)} and instruction ->> 'holder' is not null`
  return rows.map(({ holder }) => holder)
}
