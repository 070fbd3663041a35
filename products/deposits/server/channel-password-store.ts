import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** The hash of a channel's password; undefined: it has none. */
export async function findChannelPassword(db: Db, channel: string): Promise<Buffer | undefined> {
  const [row] = await db<{ hash: Buffer }[]>`select hash from deposit_channel_password where channel = ${channel}`
  return row?.hash
}

/** The channels that have a password. */
export async function findChannelsWithPassword(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db<{ channel: string }[]>`select channel from deposit_channel_password`
  return new Set(rows.map(({ channel }) => channel))
}

export async function putChannelPassword(
  tx: Tx,
  password: { readonly channel: string; readonly hash: Buffer; readonly by: string; readonly at: Instant },
): Promise<void> {
  const { channel, hash, by, at } = password
  await tx`
    insert into deposit_channel_password (channel, hash, set_by, set_at) values (${channel}, ${hash}, ${by}, ${at})
    on conflict (channel) do update set hash = excluded.hash, set_by = excluded.set_by, set_at = excluded.set_at`
}

export async function deleteChannelPassword(tx: Tx, channel: string): Promise<void> {
  await tx`delete from deposit_channel_password where channel = ${channel}`
}

/** Counts a try before it is looked at; tries long ago are forgotten. @returns how many there are now. */
export async function takePasswordTry(
  tx: Tx,
  tried: {
    readonly customerId: Id<'cus'>
    readonly channel: string
    readonly at: Instant
    readonly forgetBefore: Instant
    readonly triesMax: number
  },
): Promise<number> {
  const { customerId, channel, at, forgetBefore, triesMax } = tried
  // At the limit the time of the last try stays, so that waiting ends.
  const [row] = await tx<{ tries: number }[]>`
    insert into deposit_password_try as known (customer_id, channel, tries, last_at)
    values (${customerId}, ${channel}, 1, ${at})
    on conflict (customer_id, channel) do update set
      tries = case when known.last_at < ${forgetBefore} then 1 else known.tries + 1 end,
      last_at = case when known.last_at >= ${forgetBefore} and known.tries >= ${triesMax} then known.last_at else ${at} end
    returning tries`
  return row?.tries ?? 1
}

/** A right password forgives the wrong ones before it. */
export async function forgetPasswordTries(tx: Tx, customerId: Id<'cus'>, channel: string): Promise<void> {
  await tx`delete from deposit_password_try where customer_id = ${customerId} and channel = ${channel}`
}
