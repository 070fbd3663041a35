import type { Id, Instant } from '@bolsillo/kernel'
import { present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { ChannelCode, PayInAddress } from '../domain/index.ts'

/** The customer's number, given now if it was not before. */
export async function giveCustomerNo(tx: Tx, customerId: Id<'cus'>, now: Instant): Promise<number> {
  const [found] = await tx<{ no: number }[]>`select no from payment_customer where customer_id = ${customerId}`
  if (found !== undefined) return found.no
  await tx`
    insert into payment_customer (customer_id, given_at) values (${customerId}, ${now}) on conflict (customer_id) do nothing`
  const [given] = await tx<{ no: number }[]>`select no from payment_customer where customer_id = ${customerId}`
  return present(given, 'customer number').no
}

/** What a customer was shown for a channel, if it was. */
export async function findAddress(
  db: Db,
  customerId: Id<'cus'>,
  channel: ChannelCode,
): Promise<PayInAddress | undefined> {
  const [row] = await db<{ address: PayInAddress }[]>`
    select address from payment_address where customer_id = ${customerId} and channel = ${channel}`
  return row?.address
}

/** Keeps what a customer is shown for a channel; the first one counts. */
export async function insertAddress(
  tx: Tx,
  shown: {
    readonly customerId: Id<'cus'>
    readonly channel: ChannelCode
    readonly railId: string
    readonly address: PayInAddress
    readonly now: Instant
  },
): Promise<void> {
  await tx`
    insert into payment_address (customer_id, channel, rail_id, address, shown_at)
    values (${shown.customerId}, ${shown.channel}, ${shown.railId}, ${JSON.stringify(shown.address)}::text::jsonb, ${shown.now})
    on conflict (customer_id, channel) do nothing`
}

/** Makes a target somebody's. @returns whose it is now: another's if it was theirs before. */
export async function claimTarget(
  tx: Tx,
  { railId, target, customerId }: { readonly railId: string; readonly target: string; readonly customerId: Id<'cus'> },
): Promise<Id<'cus'> | undefined> {
  await tx`
    insert into payment_target (rail_id, target, customer_id) values (${railId}, ${target}, ${customerId})
    on conflict (rail_id, target) do nothing`
  return await findOwner(tx, railId, target)
}

/** Whose a target is. */
export async function findOwner(db: Db, railId: string, target: string): Promise<Id<'cus'> | undefined> {
  const [row] = await db<{ customer_id: Id<'cus'> }[]>`
    select customer_id from payment_target where rail_id = ${railId} and target = ${target}`
  return row?.customer_id
}

/** Whether a text is a pay-in target of any rail. */
export async function isTarget(db: Db, target: string): Promise<boolean> {
  const rows = await db`select 1 from payment_target where target = ${target} limit 1`
  return rows.length > 0
}
