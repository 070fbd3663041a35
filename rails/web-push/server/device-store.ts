import type { SignedInDevice } from '@bolsillo/identity/server'
import { type Id, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** A device that is sent notices, as it is stored. */
export interface PushDevice extends SignedInDevice {
  readonly id: Id<'psh'>
  readonly device: string
  readonly service: string
  readonly mark: string
  /** Where it is and how it reads: `sealSubscription`. */
  readonly sealed: Buffer
}

interface DeviceRow {
  readonly id: Id<'psh'>
  readonly customer_id: Id<'cus'>
  readonly session_id: Id<'ses'>
  readonly device_hash: string | null
  readonly device: string
  readonly service: string
  readonly mark: string
  readonly sealed: Buffer
  readonly added_at: bigint
}

const deviceOf = (row: DeviceRow): PushDevice => ({
  id: row.id,
  customerId: row.customer_id,
  sessionId: row.session_id,
  deviceHash: row.device_hash ?? undefined,
  since: instant(Number(row.added_at)),
  ...{ device: row.device, service: row.service, mark: row.mark, sealed: row.sealed },
})

/** Two additions of one customer at once are one after the other. */
export async function lockDevices(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`push devices ${customerId}`}, 0))`
}

/** A customer's devices, the newest first. */
export async function findDevices(db: Db, customerId: Id<'cus'>): Promise<readonly PushDevice[]> {
  const rows = await db<DeviceRow[]>`
    select * from push_device where customer_id = ${customerId} order by added_at desc, id desc`
  return rows.map(deviceOf)
}

/** One device, and whether it is the newest at its address: of somebody who added it later, it is theirs. */
export async function findDevice(
  db: Db,
  id: Id<'psh'>,
): Promise<(PushDevice & { readonly isNewest: boolean }) | undefined> {
  const [row] = await db<(DeviceRow & { is_newest: boolean })[]>`
    select own.*, not exists (
      select from push_device as later
      where later.mark = own.mark and (later.added_at, later.id) > (own.added_at, own.id)
    ) as is_newest
    from push_device as own where id = ${id}`
  return row === undefined ? undefined : { ...deviceOf(row), isNewest: row.is_newest }
}

/** All devices after an id, in the order of ids. */
export async function findDevicesAfter(db: Db, id: string, limit: number): Promise<readonly PushDevice[]> {
  const rows = await db<DeviceRow[]>`select * from push_device where id > ${id} order by id limit ${limit}`
  return rows.map(deviceOf)
}

export async function insertDevice(tx: Tx, device: PushDevice): Promise<void> {
  await tx`
    insert into push_device (id, customer_id, session_id, device_hash, device, service, mark, sealed, added_at)
    values (${device.id}, ${device.customerId}, ${device.sessionId}, ${device.deviceHash ?? null}, ${device.device},
      ${device.service}, ${device.mark}, ${device.sealed}, ${device.since})`
}

/** Removes a device of a customer. @returns whether it was there. */
export async function deleteDevice(
  tx: Tx,
  { id, customerId }: Pick<PushDevice, 'id' | 'customerId'>,
): Promise<boolean> {
  const gone = await tx`delete from push_device where id = ${id} and customer_id = ${customerId}`
  return gone.count === 1
}
