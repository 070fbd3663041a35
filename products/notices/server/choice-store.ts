import type { Id } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { NoticeChoice, QuietHours } from '../domain/index.ts'

/** What a customer chose; what is left out is as it is for everybody. */
export async function findChoices(db: Db, customerId: Id<'cus'>): Promise<readonly NoticeChoice[]> {
  return await db<NoticeChoice[]>`
    select topic, channel, is_on as "isOn" from notice_choice where customer_id = ${customerId}`
}

export async function saveChoice(tx: Tx, customerId: Id<'cus'>, { topic, channel, isOn }: NoticeChoice): Promise<void> {
  await tx`
    insert into notice_choice (customer_id, topic, channel, is_on)
    values (${customerId}, ${topic}, ${channel}, ${isOn})
    on conflict (customer_id, topic, channel) do update set is_on = excluded.is_on`
}

/** A customer's quiet hours, if they have any. */
export async function findQuiet(db: Db, customerId: Id<'cus'>): Promise<QuietHours | undefined> {
  const [row] = await db<QuietHours[]>`
    select from_minute as "fromMinute", to_minute as "toMinute", zone from notice_quiet
    where customer_id = ${customerId}`
  return row
}

/** Saves quiet hours, or removes them. */
export async function saveQuiet(tx: Tx, customerId: Id<'cus'>, quiet: QuietHours | undefined): Promise<void> {
  if (quiet === undefined) {
    await tx`delete from notice_quiet where customer_id = ${customerId}`
    return
  }
  await tx`
    insert into notice_quiet (customer_id, from_minute, to_minute, zone)
    values (${customerId}, ${quiet.fromMinute}, ${quiet.toMinute}, ${quiet.zone})
    on conflict (customer_id) do update
    set from_minute = excluded.from_minute, to_minute = excluded.to_minute, zone = excluded.zone`
}
