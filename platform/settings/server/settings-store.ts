import type { Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { SettingValue } from '../domain/index.ts'

/** A change as stored. The value is whatever was valid when it was made. */
export interface StoredChange {
  readonly seq: bigint
  readonly key: string
  readonly value: unknown
  readonly effective_at: bigint
}

/** Changes with a number above `after`, in the order they were made. */
export async function findChangesAfter(db: Db, after: bigint): Promise<readonly StoredChange[]> {
  return await db<StoredChange[]>`
    select seq, key, value, effective_at from setting_change where seq > ${after} order by seq`
}

/** Keeps a change. */
export async function insertChange(
  tx: Tx,
  change: {
    readonly key: string
    readonly value: SettingValue
    readonly effectiveAt: Instant
    readonly changedAt: Instant
    readonly actor: string
    readonly reason: string
  },
): Promise<void> {
  await tx`
    insert into setting_change (key, value, effective_at, changed_at, actor, reason)
    values (${change.key}, ${JSON.stringify(change.value)}::text::jsonb, ${change.effectiveAt}, ${change.changedAt},
      ${change.actor}, ${change.reason})`
}
